import { describe, expect, it } from 'vitest';
import { codMessage } from './cod.ts';

const open = { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: null };
const common = [{ isUnique: false, pricePaise: 100_000 }];
const unique = { isUnique: true, pricePaise: 100_000 };
const messageOf = (rules: Partial<Parameters<typeof codMessage>[0]>, totalPaise = 100_000, lines = common) =>
  codMessage({ ...open, ...rules }, { totalPaise }, lines);

describe('cash on delivery', () => {
  it('is refused for an order below the minimum or above the maximum, to the paisa', () => {
    const minimum = (total: number) => messageOf({ fromPaise: 100_000 }, total);
    const maximum = (total: number) => messageOf({ upToPaise: 100_000 }, total);
    expect([minimum(100_000), maximum(100_000)]).toEqual([undefined, undefined]);
    expect(minimum(99_999)).toBe('Cash on delivery is for orders of ₹1,000 or more.');
    expect(maximum(100_001)).toBe('Cash on delivery is for orders up to ₹1,000.');
  });

  it('is refused for unique products if the rules exclude them, or if their total is above the maximum for unique products', () => {
    expect(messageOf({ notForUnique: true }, 1, common)).toBeUndefined();
    expect(messageOf({ notForUnique: true }, 1, [...common, unique])).toBe(
      'A piece that is the last one in stock can only be paid for online.',
    );
    const dear = { ...unique, pricePaise: 100_001 };
    expect(messageOf({ uniqueUpToPaise: 200_000 }, 1, [unique, unique, ...common])).toBeUndefined();
    expect(messageOf({ uniqueUpToPaise: 200_000 }, 1, [unique, dear])).toBe(
      'Cash on delivery is not available if pieces that are the last ones in stock cost more than ₹2,000 in total. Please pay online.',
    );
  });

  it('is allowed for every order if the rules set no limits, and refused for every order if it is not offered', () => {
    expect(messageOf({}, 1, [unique])).toBeUndefined();
    const text = 'Cash on delivery is not offered at the moment. Please pay online.';
    expect(messageOf({ allowed: false })).toBe(text);
  });
});
