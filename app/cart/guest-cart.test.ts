import { describe, expect, it } from 'vitest';
import {
  type GuestLine,
  hasSpaceFor,
  parseGuestCart,
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

describe('parsing a guest’s stored cart', () => {
  it.each([
    ['the specified fields and the variant [S-DATA-12]', [gulnar], [gulnar]],
    [
      'numbers that are stored as texts, and calculates the line total [S-DATA-13]',
      [{ proId: 101, quantity: '2', proPrice: '450.50', price: '1' }],
      [{ proId: '101', quantity: 2, proPrice: 450.5, price: 901 }],
    ],
    [
      'quantities up to 99, without fractions',
      [
        { proId: 'A', quantity: 1e9 },
        { proId: 'B', quantity: 2.9 },
      ],
      [
        { proId: 'A', quantity: 99 },
        { proId: 'B', quantity: 2 },
      ],
    ],
    [
      'names and labels without invalid characters',
      [{ ...medium, productName: 'A\u0000', sizeLabel: '\udc00' }],
      [{ proId: medium.proId, quantity: 2, size: medium.size }],
    ],
    [
      'two entries of one variant as one line',
      [medium, { ...medium, quantity: 1 }],
      [{ ...medium, quantity: 3 }],
    ],
  ])('reads %s', (_, stored, lines) => {
    expect(read(stored)).toEqual(lines);
  });

  it.each([
    ['a missing value', null],
    ['a text without JSON', '{'],
    ['an object instead of a list', '{"proId":"TB-SAR-001"}'],
    [
      'a list of invalid entries',
      '[null, 3, "x", [], {}, {"proId":""}, {"proId":{}}, {"proId":"A","quantity":0}]',
    ],
  ])('reads %s as an empty cart [S-DATA-13]', (_, text) => {
    expect(parseGuestCart(text)).toEqual([]);
  });

  it.each([[-1], ['a lot'], [Number.MAX_VALUE]])('ignores the invalid price %j', (proPrice) => {
    expect(read([{ proId: 'A', quantity: 1, proPrice }])).toEqual([{ proId: 'A', quantity: 1 }]);
  });
  it.each([['TB\u0000'], ['TB\u007f'], ['\ud800'], ['x'.repeat(61)]])(
    'drops a line whose product number the API would reject: %j',
    (proId) => {
      expect(read([{ proId, quantity: 1 }, medium])).toEqual([medium]);
    },
  );
  it('reads at most a hundred stored lines', () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ proId: `P${index}`, quantity: 1 }));
    expect(read(many)).toHaveLength(100);
  });
});

describe('changing a guest’s cart', () => {
  const large = { ...medium, size: 'TB-SUT-001-L', sizeLabel: 'L' };
  const stole = { proId: 'TB-STO-001', quantity: 1, proPrice: 0.1 };

  it.each<[what: string, lines: GuestLine[], expected: GuestLine[]]>([
    ['keeps two sizes of a product as two lines', withLine([medium], large), [medium, large]],
    [
      'caps an added line at the stock [S-PDP-12]',
      withLine([{ ...medium, quantity: 1 }], medium, 2),
      [medium],
    ],
    [
      'updates the line total exactly [S-DATA-12]',
      withQuantity([stole], stole, 3),
      [{ ...stole, quantity: 3, price: 0.3 }],
    ],
    ['removes only the given line', withoutLine([gulnar, medium], gulnar), [medium]],
    ['inserts a line at the given position', withLine([medium], gulnar, undefined, 0), [gulnar, medium]],
  ])('%s', (_, lines, expected) => {
    expect(lines).toEqual(expected);
  });

  it('rejects a new line in a cart of a hundred lines, but accepts more units of an existing line', () => {
    const full = Array.from({ length: 100 }, (_, index) => ({ proId: `P${index}`, quantity: 1 }));
    expect(hasSpaceFor(full, gulnar)).toBe(false);
    expect(hasSpaceFor(full, { proId: 'P3' })).toBe(true);
    expect(withLine(full, gulnar)).toHaveLength(100);
  });
});
