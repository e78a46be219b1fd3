import { describe, expect, it } from 'vitest';
import { calculateTotals, linePaise } from './rules.ts';

const free = { freeFromPaise: 1_000_000, belowPaise: 0 };
const charged = { freeFromPaise: 1_000_000, belowPaise: 9_900 };

describe('the totals of an order', () => {
  it('contain no tax, and contain shipping only if the shop charges it and the subtotal is below the threshold [S-CHK-16 S-CHK-17]', () => {
    const sale = { pricePaise: 2_480_000, quantity: 1 };
    const totals = { subtotalPaise: 2_480_000, shippingPaise: 0, taxPaise: 0, totalPaise: 2_480_000 };
    expect(calculateTotals([sale], free)).toEqual(totals);
    expect(calculateTotals([{ pricePaise: 165_000, quantity: 1 }], free).totalPaise).toBe(165_000);
    expect(calculateTotals([{ pricePaise: 999_999, quantity: 1 }], charged).shippingPaise).toBe(9_900);
    expect(calculateTotals([{ pricePaise: 500_000, quantity: 2 }], charged).shippingPaise).toBe(0);
    expect(calculateTotals([], charged).totalPaise).toBe(0);
    const lines = [
      { ...sale, pricePaise: 100_001, quantity: 3 },
      { ...sale, pricePaise: 7 },
    ];
    const sums = { subtotalPaise: 300_010, shippingPaise: 9_900, taxPaise: 0, totalPaise: 309_910 };
    expect(calculateTotals(lines, charged)).toEqual(sums);
  });

  it('are rejected with a RangeError for invalid prices or quantities, or if they exceed the safe integers', () => {
    for (const odd of [-1, 1.5, Number.NaN, 1e308, Number.POSITIVE_INFINITY]) {
      expect(() => calculateTotals([{ pricePaise: odd, quantity: 1 }], free)).toThrow(RangeError);
      expect(() => calculateTotals([{ pricePaise: 100, quantity: odd }], free)).toThrow(RangeError);
    }
    const largest = { pricePaise: Number.MAX_SAFE_INTEGER, quantity: 1 };
    expect(linePaise(largest)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => linePaise({ ...largest, quantity: 2 })).toThrow(RangeError);
    expect([linePaise({ ...largest, quantity: 0 }), linePaise({ pricePaise: 0, quantity: 2 })]).toEqual([
      0, 0,
    ]);
  });
});
