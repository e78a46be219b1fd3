import { expect, it } from 'vitest';
import { payable } from '../../orders/messages.ts';
import { acceptedAmount, cancelledRefund, outcomeLabel } from './rules.ts';

const line = (position: number, rupees: number) => ({
  line: position,
  proId: `TB-STO-00${position}`,
  productName: 'Khadi Stole',
  image: null,
  mrp: null,
  qnty: 3,
  productPriceAfterDiscount: rupees,
  priceAfterQnty: rupees * 3,
  sizeLabel: null,
  units: [],
  mayCancel: 3,
  mayReturn: 0,
  mayClaim: 0,
  hsn: null,
});
const lines = [line(0, 450.1), line(1, 99.95)];

it.for([
  [{ approved: null, accepted: null, resellable: null }, ''],
  [{ approved: false, accepted: null, resellable: null }, 'declined'],
  [{ approved: true, accepted: null, resellable: null }, 'approved'],
  [{ approved: true, accepted: true, resellable: true }, 'accepted, good'],
  [{ approved: true, accepted: false, resellable: false }, 'not accepted'],
] as const)('says of %o “%s” [F-133]', ([state, text]) => {
  const item = { line: 0, productName: 'Khadi Stole', sizeLabel: null, qnty: 1 };
  expect(outcomeLabel({ ...item, ...state })).toBe(text);
});

it('refunds the accepted units and the delivery charge, at most what is refundable [F-132]', () => {
  const accepted = [
    { line: 0, qnty: 2 },
    { line: 1, qnty: 1 },
  ];
  const refund = (refundableAmount: number) =>
    acceptedAmount({ lines, refundableAmount }, { delivery: 99 }, accepted);
  expect(refund(5000)).toBe(1099.15);
  expect(refund(1000)).toBe(1000);
  expect(acceptedAmount({ lines, refundableAmount: 5000 }, { delivery: 99 }, [])).toBe(0);
});

it('refunds of a part cancellation its price, and of a whole one everything [F-132]', () => {
  expect(cancelledRefund({ lines, refundableAmount: 1700 }, [{ line: 1, qnty: 2 }])).toBe(199.9);
  expect(cancelledRefund({ lines, refundableAmount: 100 }, [{ line: 1, qnty: 2 }])).toBe(100);
  expect(cancelledRefund({ lines, refundableAmount: 1700 }, undefined)).toBe(1700);
});

it('subtracts what was cancelled from what is to be paid [F-131]', () => {
  expect(payable({ total: 1000.1, cancelledAmount: 99.95 })).toBe(900.15);
});
