import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateTotals, linePaise } from './rules.ts';

const free = { freeFromPaise: 1_000_000, belowPaise: 0 };
const charged = { freeFromPaise: 1_000_000, belowPaise: 9_900 };
const line = fc.record({
  pricePaise: fc.integer({ min: 1, max: 100_000_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
});

describe('the totals of an order', () => {
  it('adds no shipping and no tax with the default shipping rule [S-CHK-16 S-CHK-17]', () => {
    expect(calculateTotals([{ pricePaise: 2_480_000, quantity: 1 }], free)).toEqual({
      subtotalPaise: 2_480_000,
      shippingPaise: 0,
      taxPaise: 0,
      totalPaise: 2_480_000,
    });
    expect(calculateTotals([{ pricePaise: 165_000, quantity: 1 }], free).totalPaise).toBe(165_000);
  });

  it('charges shipping only for a subtotal below the threshold', () => {
    expect(calculateTotals([{ pricePaise: 999_999, quantity: 1 }], charged).shippingPaise).toBe(9_900);
    expect(calculateTotals([{ pricePaise: 500_000, quantity: 2 }], charged).shippingPaise).toBe(0);
  });

  it('returns a total of 0 for an order without lines', () => {
    expect(calculateTotals([], charged).totalPaise).toBe(0);
  });

  it('returns a line price of 0 if the unit price or the quantity is 0', () => {
    expect(linePaise({ pricePaise: 0, quantity: 2 })).toBe(0);
    expect(linePaise({ pricePaise: 100, quantity: 0 })).toBe(0);
  });

  it('returns whole paise that add up to the total, for random lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { subtotalPaise, shippingPaise, taxPaise, totalPaise } = calculateTotals(lines, charged);
        expect(subtotalPaise).toBe(lines.reduce((sum, one) => sum + linePaise(one), 0));
        expect(totalPaise).toBe(subtotalPaise + shippingPaise + taxPaise);
        expect(Number.isSafeInteger(totalPaise)).toBe(true);
      }),
    );
  });

  it('fails with a RangeError if the price times the quantity exceeds the safe integers', () => {
    expect(() => linePaise({ pricePaise: Number.MAX_SAFE_INTEGER, quantity: 2 })).toThrow(RangeError);
    expect(linePaise({ pricePaise: Number.MAX_SAFE_INTEGER, quantity: 1 })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([-1, 1.5, Number.NaN, 1e308, Number.POSITIVE_INFINITY])(
    'rejects the price or quantity %s with a RangeError',
    (odd) => {
      expect(() => calculateTotals([{ pricePaise: odd, quantity: 1 }], free)).toThrow(RangeError);
      expect(() => calculateTotals([{ pricePaise: 100, quantity: odd }], free)).toThrow(RangeError);
    },
  );
});
