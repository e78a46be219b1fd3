import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearGuestCartKey,
  type GuestLine,
  guestCartKey,
  hasSpaceFor,
  parseGuestCart,
  readGuestCart,
  storeGuestCart,
  withLine,
  withoutLine,
  withQuantity,
} from './guest-cart.ts';

const gulnar: GuestLine = {
  proId: 'TB-SAR-001',
  productName: 'Gulnar Banarasi Katan Silk Saree',
  img1: 'tb-sar-001-1.jpg',
  proPrice: 24_800,
  price: 24_800,
  quantity: 1,
  size: 'TB-SAR-001',
};
const medium: GuestLine = { proId: 'TB-SUT-001', quantity: 2, size: 'TB-SUT-001-M', sizeLabel: 'M' };
const read = (value: unknown) => parseGuestCart(JSON.stringify(value));

describe('reading what a browser has kept', () => {
  it('reads each field of an entry [S-DATA-12]', () => {
    expect(read([gulnar])).toEqual([gulnar]);
  });

  it('understands an entry with only a piece and a quantity [S-DATA-13]', () => {
    expect(read([{ proId: 'TB-SAR-001', quantity: 3 }])).toEqual([{ proId: 'TB-SAR-001', quantity: 3 }]);
  });

  it('understands numbers that were kept as texts, and reckons the line anew [S-DATA-13]', () => {
    expect(read([{ proId: 101, quantity: '2', proPrice: '450.50', price: '1' }])).toEqual([
      { proId: '101', quantity: 2, proPrice: 450.5, price: 901 },
    ]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{"proId":"TB-SAR-001"}'],
    ['a text', '"guestCart"'],
    ['nonsense', '[null, 3, "x", [], {}, {"proId":""}, {"proId":{}}, {"proId":"A","quantity":0}]'],
  ])('reads %s as an empty cart [S-DATA-13]', (_, text) => {
    expect(parseGuestCart(text)).toEqual([]);
  });

  it.each([[-1], ['a lot'], [Number.MAX_VALUE]])('leaves out %j as a price', (proPrice) => {
    expect(read([{ proId: 'A', quantity: 1, proPrice }])).toEqual([{ proId: 'A', quantity: 1 }]);
  });

  it('takes at most 99 of a line, and whole ones', () => {
    expect(
      read([
        { proId: 'A', quantity: 1e9 },
        { proId: 'B', quantity: 2.9 },
      ]),
    ).toEqual([
      { proId: 'A', quantity: 99 },
      { proId: 'B', quantity: 2 },
    ]);
  });

  it.each([['TB\u0000'], ['TB\u007f'], ['\ud800'], ['x'.repeat(61)]])(
    'leaves out a line whose number the shop would refuse, with all the others: %j',
    (proId) => {
      expect(read([{ proId, quantity: 1 }, medium])).toEqual([medium]);
    },
  );

  it('leaves out what else nobody can read', () => {
    expect(read([{ ...medium, productName: 'A\u0000', sizeLabel: '\udc00' }])).toEqual([
      { proId: medium.proId, quantity: 2, size: medium.size },
    ]);
  });

  it('makes two entries of one variant one line', () => {
    expect(read([medium, { ...medium, quantity: 1 }])).toEqual([{ ...medium, quantity: 3 }]);
  });

  it('takes at most a hundred lines', () => {
    const many = Array.from({ length: 130 }, (_, nth) => ({ proId: `P${nth}`, quantity: 1 }));
    expect(read(many)).toHaveLength(100);
  });
});

describe('changing it', () => {
  it('keeps two sizes of a piece apart', () => {
    const large = { ...medium, size: 'TB-SUT-001-L', sizeLabel: 'L' };
    expect(withLine([medium], large)).toEqual([medium, large]);
  });

  it('never holds more than there are [S-PDP-12]', () => {
    expect(withLine([{ ...medium, quantity: 1 }], medium, 2)).toEqual([{ ...medium, quantity: 2 }]);
  });

  it('keeps the line total in step with the quantity, without a float [S-DATA-12]', () => {
    const stole = { proId: 'TB-STO-001', quantity: 1, proPrice: 0.1 };
    expect(withQuantity([stole], stole, 3)).toMatchObject([{ quantity: 3, price: 0.3 }]);
  });

  it('removes the one line', () => {
    expect(withoutLine([gulnar, medium], gulnar)).toEqual([medium]);
  });

  it('puts a line back where it was', () => {
    expect(withLine([medium], gulnar, undefined, 0)).toEqual([gulnar, medium]);
  });

  it('has room for a hundred lines, and for more of what is there', () => {
    const full = Array.from({ length: 100 }, (_, nth) => ({ proId: `P${nth}`, quantity: 1 }));
    expect(hasSpaceFor(full, gulnar)).toBe(false);
    expect(hasSpaceFor(full, { proId: 'P3' })).toBe(true);
    expect(withLine(full, gulnar)).toHaveLength(100);
  });
});

describe('keeping it', () => {
  beforeEach(() => storeGuestCart([]));

  it('keeps what it is given [S-CART-15]', () => {
    storeGuestCart([gulnar, medium]);
    expect(readGuestCart()).toEqual([gulnar, medium]);
  });

  it('gives the cart a name that stays until it is merged [S-CART-17]', () => {
    storeGuestCart([gulnar]);
    const name = guestCartKey();
    expect(name).toMatch(/^[\w-]{16,64}$/);
    storeGuestCart([gulnar, medium]);
    expect(guestCartKey()).toBe(name);
    clearGuestCartKey();
    expect(guestCartKey()).not.toBe(name);
  });

  it('gives the cart after an emptied one another name', () => {
    storeGuestCart([gulnar]);
    const name = guestCartKey();
    storeGuestCart([]);
    storeGuestCart([gulnar]);
    expect(guestCartKey()).not.toBe(name);
  });
});
