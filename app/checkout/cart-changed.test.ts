import { describe, expect, it } from 'vitest';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import type { LineRow } from '../cart/cart-rows.server.ts';
import { isCartChanged } from './cart-changed.server.ts';
import type { OrderDetails } from './contract.ts';

/** Two stoles for ₹1,650 each. */
const stole: LineRow = {
  id: 'line 1',
  quantity: 2,
  seenPaise: 165_000,
  variantId: 'TB-STO-001',
  sizeLabel: null,
  available: 40,
  proId: 'TB-STO-001',
  name: 'Khadi Indigo Stole',
  pricePaise: 165_000,
  mrpPaise: null,
  published: true,
  catSlug: 'Stoles',
  place: null,
  hsn: null,
  craft: null,
  picture: null,
};
/** One suit in size M for ₹2,400. */
const suit: LineRow = {
  ...stole,
  id: 'line 2',
  quantity: 1,
  seenPaise: 240_000,
  pricePaise: 240_000,
  variantId: 'TB-SUT-001-M',
  sizeLabel: 'M',
  proId: 'TB-SUT-001',
  name: 'Neel suit',
};

const drifted = (seen: Partial<OrderDetails> = {}, rows = [stole], realTotal = 3300) =>
  isCartChanged(rows, { shippingInfo: validDeliveryForm, ...seen }, realTotal);

describe('a cart that can be sold as it stands', () => {
  it('has not changed where the browser says nothing of what it saw', () => {
    expect(drifted()).toBe(false);
  });

  it('has not changed where only a price has, and the shopper saw the new one', () => {
    const dearer = { ...stole, pricePaise: 170_000 };
    expect(drifted({ total: 3400 }, [dearer], 3400)).toBe(false);
  });

  it.each([
    ['fewer are left', { available: 1 }],
    ['it is sold out', { available: 0 }],
    ['it is put away', { published: false }],
    ['its size is not chosen', { variantId: null }],
  ])('has changed where %s', (_, change) => {
    expect(drifted({}, [{ ...stole, ...change }])).toBe(true);
    expect(drifted({}, [suit, { ...stole, ...change }], 5700)).toBe(true);
  });
});

describe('a total that the browser saw', () => {
  it.each([3300, undefined])('of %s is the cart’s', (total) => {
    expect(drifted({ total })).toBe(false);
  });

  it.each([3299.99, 3300.01, 0, -3300])('of %s is not', (total) => {
    expect(drifted({ total })).toBe(true);
  });
});

describe('lines that the browser saw', () => {
  const seen = { proId: 'TB-STO-001', size: 'TB-STO-001', quantity: 2, price: 1650 };

  it.each([
    ['all of it', seen],
    ['its product', { proId: 'TB-STO-001' }],
    ['its product under its other name', { _id: 'TB-STO-001' }],
    ['its size', { size: 'TB-STO-001' }],
    ['its product and how many', { proId: 'TB-STO-001', quantity: 2 }],
  ])('are the cart’s by %s', (_, line) => {
    expect(drifted({ productDetails: [line] })).toBe(false);
  });

  it.each([
    ['another product', { ...seen, proId: 'TB-SAR-001' }],
    ['another product under its other name', { _id: 'TB-SAR-001' }],
    ['another size', { ...seen, size: 'TB-STO-002' }],
    ['another size alone', { size: 'TB-STO-002' }],
    ['another number of them', { ...seen, quantity: 1 }],
    ['another price', { ...seen, price: 1649 }],
    ['nothing that names them', { quantity: 2, price: 1650 }],
  ])('are not by %s', (_, line) => {
    expect(drifted({ productDetails: [line] })).toBe(true);
  });

  it('are as many as the cart’s, each of them', () => {
    const both = [{ proId: 'TB-STO-001' }, { size: 'TB-SUT-001-M' }];
    const rows = [stole, suit];
    expect(drifted({ productDetails: both }, rows, 5700)).toBe(false);
    expect(drifted({ productDetails: both.toReversed() }, rows, 5700)).toBe(false);
    expect(drifted({ productDetails: both.slice(1) }, rows, 5700)).toBe(true);
    expect(drifted({ productDetails: [...both, { proId: 'TB-SAR-001' }] }, rows, 5700)).toBe(true);
    expect(drifted({ productDetails: [seen, seen] }, rows, 5700)).toBe(true);
    expect(drifted({ productDetails: [] })).toBe(true);
  });
});
