import { describe, expect, it } from 'vitest';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import type { LineRow } from '../cart/read-cart.server.ts';
import { isCartChanged } from './cart-changed.server.ts';
import type { OrderDetails } from './contract.ts';

/** Cart line with two stoles for ₹1,650 each. */
const stole: LineRow = {
  ...{ id: 'line 1', variantId: 'TB-STO-001', proId: 'TB-STO-001', name: 'Khadi Indigo Stole' },
  ...{ quantity: 2, seenPaise: 165_000, pricePaise: 165_000, mrpPaise: null, available: 40 },
  heldUntil: null,
  ...{ published: true, catSlug: 'Stoles', sizeLabel: null },
  ...{ returnable: true, cancellable: true },
  ...{ place: null, hsn: null, craft: null, picture: null },
};
/** Cart line with one suit in size M for ₹2,400. */
const suit: LineRow = {
  ...stole,
  ...{ id: 'line 2', variantId: 'TB-SUT-001-M', proId: 'TB-SUT-001', name: 'Neel suit', sizeLabel: 'M' },
  ...{ quantity: 1, seenPaise: 240_000, pricePaise: 240_000 },
};

const isChanged = (seen: Partial<OrderDetails> = {}, rows = [stole], realTotal = 3300) =>
  isCartChanged(rows, { shippingInfo: validDeliveryForm, ...seen }, realTotal);

describe('comparing what the shopper saw at the checkout with the current cart', () => {
  it('reports no change for a new price that the shopper has already seen', () => {
    const dearer = { ...stole, pricePaise: 170_000 };
    expect(isChanged({ total: 3400 }, [dearer], 3400)).toBe(false);
  });

  it.each([
    ['fewer units are left', { available: 1 }],
    ['a line is sold out', { available: 0 }],
    ['a product is unpublished', { published: false }],
    ['no size is chosen', { variantId: null }],
  ])('reports a change if %s', (_, change) => {
    expect(isChanged({}, [{ ...stole, ...change }])).toBe(true);
    expect(isChanged({}, [suit, { ...stole, ...change }], 5700)).toBe(true);
  });
});

it.each([
  [3300, false],
  [undefined, false],
  [3299.99, true],
  [3300.01, true],
  [0, true],
  [-3300, true],
])(
  'if the browser has the total %s and the cart has the total 3300, `isCartChanged` returns %s',
  (total, isExpected) => {
    expect(isChanged({ total })).toBe(isExpected);
  },
);

describe('`isCartChanged` with the browser’s lines', () => {
  const seen = { proId: 'TB-STO-001', size: 'TB-STO-001', quantity: 2, price: 1650 };

  it.each([
    ['all fields of the cart’s line', false, seen],
    ['the same product number', false, { proId: 'TB-STO-001' }],
    ['the same product number as _id', false, { _id: 'TB-STO-001' }],
    ['the same size', false, { size: 'TB-STO-001' }],
    ['the same product number and quantity', false, { proId: 'TB-STO-001', quantity: 2 }],
    ['another product', true, { ...seen, proId: 'TB-SAR-001' }],
    ['another product as _id', true, { _id: 'TB-SAR-001' }],
    ['another size', true, { ...seen, size: 'TB-STO-002' }],
    ['only another size', true, { size: 'TB-STO-002' }],
    ['another quantity', true, { ...seen, quantity: 1 }],
    ['another price', true, { ...seen, price: 1649 }],
    ['no product and no size', true, { quantity: 2, price: 1650 }],
  ])('returns for a line with %s: %s', (_, isExpected, line) => {
    expect(isChanged({ productDetails: [line] })).toBe(isExpected);
  });

  it('reports a change if the browser has missing, additional or repeated lines, but not if only their sequence differs', () => {
    const both = [{ proId: 'TB-STO-001' }, { size: 'TB-SUT-001-M' }];
    const rows = [stole, suit];
    expect(isChanged({ productDetails: both }, rows, 5700)).toBe(false);
    expect(isChanged({ productDetails: both.toReversed() }, rows, 5700)).toBe(false);
    expect(isChanged({ productDetails: both.slice(1) }, rows, 5700)).toBe(true);
    expect(isChanged({ productDetails: [...both, { proId: 'TB-SAR-001' }] }, rows, 5700)).toBe(true);
    expect(isChanged({ productDetails: [seen, seen] }, rows, 5700)).toBe(true);
    expect(isChanged({ productDetails: [] })).toBe(true);
  });
});
