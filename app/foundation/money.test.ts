import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRupees, toPaise, toRupees } from './money.ts';

it('converts ₹1,999.50 to 199950 paise and back, without floating-point errors [Q-071]', () => {
  expect(toPaise(1999.5)).toBe(199_950);
  expect(toPaise(0.1 + 0.2)).toBe(30);
  expect(toRupees(199_950)).toBe(1999.5);
});

it.each([19.995, 0.001, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])(
  'rejects %d rupees with a RangeError',
  (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError);
  },
);

it('converts every amount up to ten crore rupees to JSON and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (paise) => {
      const wire = JSON.parse(JSON.stringify(toRupees(paise)));
      expect(toPaise(wire)).toBe(paise);
    }),
  );
});

it.each([
  [0, '₹0'],
  [999, '₹999'],
  [24_800, '₹24,800'],
  [125_000, '₹1,25,000'],
  [1_00_00_000, '₹1,00,00,000'],
  [1999.5, '₹1,999.50'],
  [-1999.5, '-₹1,999.50'],
])('formats %d rupees as %s', (rupees, text) => {
  expect(formatRupees(rupees)).toBe(text);
});
