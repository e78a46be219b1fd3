import { describe, expect, it } from 'vitest';
import { stoleLine } from '../../tests/fixtures/cart-line.ts';
import { heldMessage } from '../stock/messages.ts';
import { type Cart, type CartLine, noteKinds } from './contract.ts';
import { cappedMessage, cappedQuantity, cartOf, isBuyable, notesOf, withQuantity } from './rules.ts';

const free = { freeFromPaise: 1_000_000, belowPaise: 0 };
const charged = { freeFromPaise: 1_000_000, belowPaise: 9_900 };

const stole: CartLine = { ...stoleLine, quantity: 2, price: 3700 };
const suit: CartLine = {
  ...stole,
  ...{ _id: 'line-2', id: 'line-2', proId: 'TB-SUT-001', size: 'TB-SUT-001-M', sizeLabel: 'M' },
  ...{ proPrice: 3850, price: 3850, quantity: 1, stock: 2 },
};
const soldOut: CartLine = {
  ...stole,
  ...{ id: 'line-3', proId: 'TB-SAR-009', size: 'TB-SAR-009', price: 0, stock: 0 },
  notes: [{ kind: 'sold-out', words: 'This piece is sold out.' }],
};
const cart: Cart = cartOf({ version: 3, notice: null }, [stole, suit, soldOut], free);

const line = {
  ...{ requested: 1, stock: 5, isPublished: true, isSizeNeeded: false, sizeLabel: null },
  heldUntil: null,
  ...{ price: 1950, seenPrice: 1950 },
};

it.each([
  [1, 5, 1, null],
  [5, 5, 5, null],
  [7, 5, 5, 'Only 5 left.'],
  [2, 1, 1, 'Only 1 left.'],
  [3, 0, 0, 'This piece is sold out.'],
  [3, -1, 0, 'This piece is sold out.'],
  [100, 99, 99, 'You can order at most 99 of one piece.'],
  [150, 200, 99, 'You can order at most 99 of one piece.'],
])(
  'a requested quantity is limited to the stock: requested %i, in stock %i, allowed %i, message “%s” [S-CART-13]',
  (requested, stock, capped, text) => {
    expect(cappedQuantity(requested, stock)).toBe(capped);
    expect(cappedMessage(requested, stock)).toBe(text);
  },
);

describe('the notes of a line', () => {
  const kinds = (changes: Partial<Parameters<typeof notesOf>[0]>) =>
    notesOf({ ...line, ...changes }).map(({ kind }) => kind);

  it('are an empty list if the price is unchanged and enough units are available', () => {
    expect(notesOf(line)).toEqual([]);
    expect(kinds({ requested: 5 })).toEqual([]);
  });

  it('name the old and the new price [Q-056]', () => {
    expect(notesOf({ ...line, seenPrice: 2100 })).toEqual([
      { kind: 'price', words: '₹2,100 when you added it, now ₹1,950.' },
    ]);
    expect(notesOf({ ...line, price: 1999.5, seenPrice: 100000 })).toEqual([
      { kind: 'price', words: '₹1,00,000 when you added it, now ₹1,999.50.' },
    ]);
  });

  it('state the price change and the number of units left if fewer are left than requested [Q-055]', () => {
    const [price, fewer] = notesOf({ ...line, requested: 7, stock: 2, seenPrice: 1 });
    expect(price?.kind).toBe('price');
    expect(fewer).toEqual({ kind: 'fewer', words: 'Only 2 left.' });
  });

  it.each([
    [{ isPublished: false, stock: 0, isSizeNeeded: true }, 'gone'],
    [{ stock: 0, isSizeNeeded: true, requested: 3 }, 'sold-out'],
    [{ stock: 0, isSizeNeeded: true, heldUntil: 0 }, 'held'],
    [{ isSizeNeeded: true }, 'size'],
  ])('with the fields %o are only “%s”, even if the price has changed', (changes, kind) => {
    expect(kinds({ ...changes, seenPrice: 1 })).toEqual([kind]);
  });

  it('name the size that is sold out or held', () => {
    const wordsOf = (heldUntil: number | null) =>
      notesOf({ ...line, stock: 0, sizeLabel: 'M', heldUntil })[0]?.words;
    expect(wordsOf(null)).toBe('Size M is sold out.');
    expect(wordsOf(0)).toBe(heldMessage(0, 'M'));
  });

  it('prevent buying the line, except the notes `price` and `fewer`', () => {
    const buyable = noteKinds.filter((kind) => isBuyable({ notes: [{ kind, words: '' }] }));
    expect(buyable).toEqual(['price', 'fewer']);
  });
});

it('the totals of a cart exclude lines that cannot be bought, but `count` is the number of all lines [S-CART-07 S-CART-16 Q-023]', () => {
  expect(cart).toMatchObject({ subtotal: 7550, shippingCost: 0, tax: 0, total: 7550, count: 3 });
  expect(cartOf(cart, [stole], charged)).toMatchObject({ subtotal: 3700, shippingCost: 99, total: 3799 });
  expect(cartOf(cart, [soldOut], charged)).toMatchObject({ shippingCost: 0, total: 0 });
});

it('changing the quantity of a line caps it at the stock and removes the note about the price [S-CART-13 S-API-41]', () => {
  const lineWithNote = { ...stole, notes: [{ kind: 'price' as const, words: '' }] };
  expect(withQuantity(lineWithNote, 6)).toMatchObject({ quantity: 6, price: 11_100, notes: [] });
  expect(withQuantity(suit, 6)).toMatchObject({ quantity: 2, price: 7700 });
  expect(withQuantity(soldOut, 5)).toEqual(soldOut);
});
