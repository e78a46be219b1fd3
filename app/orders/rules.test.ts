import { describe, expect, it } from 'vitest';
import { type OrderState, orderStates } from './contract.ts';
import {
  cancellableUnits,
  codPaise,
  describeUnits,
  includesUnits,
  isBack,
  isEverything,
  isInReturnPeriod,
  parsePhone,
  quantityOf,
  returnableUnits,
  returnableUntil,
  stateLabels,
  unitsPaise,
  unitsRefund,
  withoutCancelled,
} from './rules.ts';

const deliveredAt = new Date('2026-11-20T16:10:00.123+05:30');
const afterDelivery = (ms: number) => new Date(deliveredAt.getTime() + ms);
const kurta = { position: 0, returnable: true, cancellable: true };
const stitched = { position: 1, returnable: false, cancellable: false };
const unitsOf = ({ position }: { position: number }, quantity: number, state: OrderState) => {
  return { position, quantity, state };
};
const sevenDays = 7 * 24 * 60 * 60 * 1000;

it('labels each order state differently, and five states as specified [S-ORD-11]', () => {
  const specified = ['placed', 'out_for_pickup', 'delivered', 'return_requested', 'cancelled'] as const;
  const labels = ['Order Placed', 'Out for Pickup', 'Delivered', 'Return Initiated', 'Cancelled'];
  expect(specified.map((state) => stateLabels[state])).toEqual(labels);
  expect(new Set(Object.values(stateLabels)).size).toBe(orderStates.length);
});

describe('cancelling an order', () => {
  it('is possible only in the states before the courier’s pickup [S-ODT-14 S-ODT-15]', () => {
    const isCancellable = (state: OrderState) =>
      cancellableUnits([kurta], [unitsOf(kurta, 2, state)]).length > 0;
    expect(orderStates.filter(isCancellable)).toEqual(['placed', 'packed']);
  });

  it('is possible before packing for those units that are not cancelled and whose line is cancellable [S-POL-17]', () => {
    const kurtas = [unitsOf(kurta, 1, 'cancelled'), unitsOf(kurta, 2, 'placed')];
    const units = [...kurtas, unitsOf(stitched, 1, 'placed')];
    expect(cancellableUnits([kurta, stitched], units)).toEqual([{ position: 0, quantity: 2 }]);
  });

  it('is possible after packing only for all units together, and only if every line is cancellable [S-POL-17]', () => {
    const packed = [unitsOf(kurta, 2, 'packed'), unitsOf(stitched, 1, 'packed')];
    expect(cancellableUnits([kurta, { ...stitched, cancellable: true }], packed)).toHaveLength(2);
    expect(cancellableUnits([kurta, stitched], packed)).toEqual([]);
    const partlyPacked = [unitsOf(kurta, 1, 'placed'), unitsOf(kurta, 1, 'packed')];
    const units = [...partlyPacked, unitsOf(stitched, 1, 'placed')];
    expect(cancellableUnits([kurta, stitched], units)).toEqual([]);
  });

  it('reduces each line to the units that are not cancelled', () => {
    const kurtas = [unitsOf(kurta, 2, 'cancelled'), unitsOf(kurta, 1, 'placed')];
    const units = [...kurtas, unitsOf(stitched, 1, 'cancelled')];
    const lines = [kurta, stitched].map((line) => ({ ...line, quantity: line === kurta ? 3 : 1 }));
    expect(withoutCancelled(lines, units)).toEqual([{ ...kurta, quantity: 1 }]);
  });
});

describe('a selection of units', () => {
  const lines = [
    { position: 0, quantity: 2, pricePaise: 45_000, name: 'Khadi Stole', sizeLabel: null },
    { position: 3, quantity: 1, pricePaise: 299_999, name: 'Indigo Suit', sizeLabel: 'M' },
  ];
  const everything = [
    { position: 3, quantity: 1 },
    { position: 0, quantity: 2 },
  ];
  const oneStole = [{ position: 0, quantity: 1 }];

  it('is the whole order only if it contains all units of each line', () => {
    expect(isEverything(lines, everything)).toBe(true);
    expect(isEverything(lines, oneStole)).toBe(false);
    expect(isEverything(lines, [{ position: 0, quantity: 2 }])).toBe(false);
  });

  it('includes another selection only if it has at least as many units of each line as the other', () => {
    expect(includesUnits(everything, oneStole)).toBe(true);
    expect(includesUnits(everything, everything)).toBe(true);
    expect(includesUnits(oneStole, everything)).toBe(false);
    expect(includesUnits(oneStole, [...oneStole, { position: 3, quantity: 1 }])).toBe(false);
    expect(quantityOf(everything, 0)).toBe(2);
    expect(quantityOf(oneStole, 3)).toBe(0);
  });

  it('has the price of its units, and 0 for an unknown line', () => {
    expect(unitsPaise(lines, everything)).toBe(389_999);
    expect(unitsPaise(lines, oneStole)).toBe(45_000);
    expect(unitsPaise(lines, [{ position: 9, quantity: 1 }])).toBe(0);
  });

  it.each([
    [45_000, 100_000, 9_900, 45_000],
    [45_000, 45_000, 9_900, 35_100],
    [45_000, 5_000, 9_900, 0],
  ])(
    'priced at %i paise, with %i paise refundable and %i paise kept for delivery, is refunded %i paise',
    (pricePaise, refundablePaise, keptDeliveryPaise, refund) => {
      expect(unitsRefund(pricePaise, { refundablePaise, keptDeliveryPaise })).toBe(refund);
    },
  );

  it('is described by the number, name and size of its units, and unknown lines are omitted', () => {
    expect(describeUnits(lines, everything)).toBe('1 × Indigo Suit, size M, 2 × Khadi Stole');
    expect(describeUnits(lines, [...oneStole, { position: 9, quantity: 1 }])).toBe('1 × Khadi Stole');
  });
});

it('the courier collects no cash for an order that is prepaid, cancelled or sent back undelivered', () => {
  const order = { paymentMethod: 'COD' as const, totalPaise: 45_000, cancelledPaise: 5_000 };
  const uncollected = orderStates.filter((state) => codPaise({ ...order, state }) === 0);
  expect(uncollected).toEqual(['cancelled', 'rto', 'returned_to_seller']);
  expect(codPaise({ ...order, state: 'placed' })).toBe(40_000);
  expect(codPaise({ ...order, state: 'placed', paymentMethod: 'Online' })).toBe(0);
});

describe('a return', () => {
  it('is allowed until seven full days after the delivery [S-ODT-16 S-CONST-07]', () => {
    expect(isInReturnPeriod({ deliveredAt }, 7, deliveredAt)).toBe(true);
    expect(isInReturnPeriod({ deliveredAt }, 7, afterDelivery(sevenDays - 1))).toBe(true);
    expect(isInReturnPeriod({ deliveredAt }, 7, afterDelivery(sevenDays))).toBe(false);
    expect(isInReturnPeriod({ deliveredAt: null }, 7, deliveredAt)).toBe(false);
    expect(returnableUntil(deliveredAt, 7)).toEqual(afterDelivery(sevenDays));
  });

  it('is allowed only in the state `delivered`, and can be inspected only after the units are back [S-ODT-16]', () => {
    const isReturnable = (state: OrderState) =>
      returnableUnits([kurta], [unitsOf(kurta, 1, state)], { isClaim: true }).length > 0;
    expect(orderStates.filter(isReturnable)).toEqual(['delivered']);
    expect(orderStates.filter((state) => isBack({ state }))).toEqual(['returned', 'returned_to_seller']);
  });

  it('can contain every delivered unit if the shop is at fault, and otherwise only units of returnable lines [S-POL-16]', () => {
    const units = [kurta, kurta, stitched].map((line) => unitsOf(line, 1, 'delivered'));
    const select = (isClaim: boolean) => returnableUnits([kurta, stitched], units, { isClaim });
    expect(select(true)).toEqual([
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ]);
    expect(select(false)).toEqual([{ position: 0, quantity: 2 }]);
  });
});

it.for([
  ['98290 00000', '9829000000'],
  ['+91 98290-00000', '9829000000'],
  ['098290 00000', '9829000000'],
  ['4711', '4711'],
  ['471', undefined],
  ['919829000000', '9829000000'],
  ['9198290', '9198290'],
  ['9198290000001', '9198290000001'],
  ['4711x', undefined],
] as const)('a search for “%s” looks for the phone number %s [F-130]', ([q, digits]) => {
  expect(parsePhone(q)).toBe(digits);
});
