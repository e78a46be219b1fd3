import { describe, expect, it } from 'vitest';
import { stoleLine } from '../../tests/fixtures/cart-line.ts';
import { pendingChanges } from './cart-store.ts';
import { displayCustomerCart, displayGuestCart, withQuotedDetails } from './cart-view.ts';
import type { Cart, CartLine } from './contract.ts';
import type { GuestLine } from './guest-cart.ts';
import { remainingLines } from './merge-guest-cart.ts';
import { shippingText } from './messages.ts';
import { cartOf } from './rules.ts';
import { setPendingQuantity } from './use-cart.ts';

const shipping = { freeFromPaise: 1_000_000, belowPaise: 9_900 };

const lineOf = (line: Partial<CartLine> & { proId: string }): CartLine => ({
  ...stoleLine,
  ...{ _id: line.proId, id: line.proId, size: line.proId },
  ...line,
});
const cartWith = (...items: CartLine[]): Cart => cartOf({ version: 1, notice: null }, items, shipping);
const stole = lineOf({ proId: 'TB-STO-002' });
const stored: GuestLine = { proId: 'TB-STO-002', quantity: 2, size: 'TB-STO-002' };

describe('a guest’s cart', () => {
  it('shows the stored lines before the server responds [S-CART-15]', () => {
    const line = { ...stored, productName: 'A stole', proPrice: 1800, price: 3600 };
    const { items, total } = displayGuestCart([line], undefined, shipping);
    expect(items).toMatchObject([{ productName: 'A stole', quantity: 2, price: 3600, stock: 0 }]);
    expect(total).toBe(3699);
  });

  it('has the server’s names and prices, and the browser’s quantities [S-CART-05 S-CART-07]', () => {
    const cart = displayGuestCart([stored], { requested: [stored], cart: cartWith(stole) }, shipping);
    expect(cart).toMatchObject({ subtotal: 3700, shippingCost: 99, total: 3799, count: 1 });
    expect(cart.items).toMatchObject([{ productName: 'Jamdani Henna Stole', quantity: 2, price: 3700 }]);
  });

  it('shows the GST of a quote only while the cart has the same lines and quantities as the quote [S-CHK-17]', () => {
    const quoted = {
      requested: [stored],
      cart: { ...cartWith({ ...stole, quantity: 2 }), includedGst: 176.19 },
    };
    const shown = (...lines: GuestLine[]) => displayGuestCart(lines, quoted, shipping).includedGst;
    expect(shown(stored)).toBe(176.19);
    expect(shown({ ...stored, quantity: 3 })).toBeUndefined();
    expect(shown(stored, { proId: 'TB-DUP-005', quantity: 1 })).toBeUndefined();
    expect(shown()).toBeUndefined();
  });

  it.each([
    ['adds', 'was in the request for the quote, but is not in the quote', [stored], ['gone']],
    ['does not add', 'was added after the request for the quote', [], []],
  ])('%s the note `gone` to a stored line that %s', (_adds, _which, requested, kinds) => {
    const cart = displayGuestCart([stored], { requested, cart: cartWith() }, shipping);
    expect(cart.items[0]?.notes.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('takes the missing details of a stored line from the quote, but keeps a stored price [S-DATA-13]', () => {
    const old = { proId: 'TB-STO-002', quantity: 2 };
    expect(withQuotedDetails([old], cartWith(stole))).toEqual([
      {
        ...old,
        productName: 'Jamdani Henna Stole',
        img1: 'tb-sto-002-1.jpg',
        proPrice: 1850,
        price: 3700,
        size: 'TB-STO-002',
      },
    ]);
    const [fresh] = withQuotedDetails([{ ...stored, proPrice: 2000 }], cartWith(stole));
    expect(fresh?.proPrice).toBe(2000);
  });
});

describe('a customer’s cart', () => {
  const other = lineOf({ proId: 'TB-DUP-005', proPrice: 1450, price: 1450 });

  it('shows pending quantities and removals, and no included GST while a change is pending [S-CART-05 S-CART-06]', () => {
    const confirmed = { ...cartWith(stole, other), includedGst: 157.14 };
    const shown = () => displayCustomerCart(confirmed, pendingChanges.read(), shipping);
    setPendingQuantity(stole.id, 3);
    expect(shown()).toMatchObject({ subtotal: 7000, items: [{ quantity: 3, price: 5550 }, { quantity: 1 }] });
    expect(shown().includedGst).toBeUndefined();
    setPendingQuantity(stole.id, 0);
    expect(shown()).toMatchObject({ count: 1, subtotal: 1450 });
  });
});

describe('a guest’s cart after a merge', () => {
  const unsized: GuestLine = { proId: 'TB-SUT-003', quantity: 1 };

  const chosen = { ...unsized, size: 'TB-SUT-003-M' };
  const priced = { ...stored, quantity: 5, proPrice: 10, price: 50 };

  it.each<[title: string, now: GuestLine[], sent: GuestLine[], waiting: GuestLine[], left: GuestLine[]]>([
    [
      'keeps a line without a size, and marks it as waiting for a size',
      [stored, unsized],
      [stored, unsized],
      [unsized],
      [{ ...unsized, waiting: true }],
    ],
    [
      'keeps units that were added during the merge',
      [priced],
      [stored],
      [],
      [{ ...priced, quantity: 3, price: 30 }],
    ],
    ['deletes a line that has fewer units than were sent', [{ ...stored, quantity: 1 }], [stored], [], []],
    [
      'deletes a line whose variant was stored during the merge',
      [stored],
      [{ proId: stored.proId, quantity: 2 }],
      [],
      [],
    ],
    ['keeps a line that got its size during the merge', [chosen], [unsized], [unsized], [chosen]],
  ])('%s', (_title, now, sent, waiting, left) => {
    expect(remainingLines(now, sent, waiting)).toEqual(left);
  });
});

it('the text about shipping says that a large order ships free, and states the shipping rule for a small order', () => {
  const rule: Parameters<typeof shippingText>[1] = { ...shipping, indiaDays: [3, 5], abroadDays: [5, 10] };
  const large = cartWith(lineOf({ proId: 'A', proPrice: 12_000, price: 12_000 }));
  expect(shippingText(large, rule)).toBe('Your order is ₹10,000 or more, so shipping is free.');
  expect(shippingText(cartWith(stole), rule)).toBe('Free shipping above ₹10,000, ₹99 below.');
});
