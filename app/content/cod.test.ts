import { describe, expect, it } from 'vitest';
import { codProblem } from './cod.ts';

const open = { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: null };
const common = [{ isUnique: false, pricePaise: 100_000 }];
const unique = { isUnique: true, pricePaise: 100_000 };
const problemOf = (rules: Partial<Parameters<typeof codProblem>[0]>, totalPaise = 100_000, lines = common) =>
  codProblem({ ...open, ...rules }, { totalPaise }, lines);
type Bill = [totalPaise: number, lines?: (typeof unique)[]];

describe('cash on delivery', () => {
  it.each<[what: string, rules: Parameters<typeof problemOf>[0], allowed: Bill, refused: Bill, text: string]>(
    [
      [
        'below the minimum, to the paisa',
        { fromPaise: 100_000 },
        [100_000],
        [99_999],
        'Cash on delivery is for orders of ₹1,000 or more.',
      ],
      [
        'above the maximum, to the paisa',
        { upToPaise: 100_000 },
        [100_000],
        [100_001],
        'Cash on delivery is for orders up to ₹1,000.',
      ],
      [
        'with a unique product if the rules exclude unique products',
        { notForUnique: true },
        [1, common],
        [1, [...common, unique]],
        'A piece that is the last one in stock can only be paid for online.',
      ],
      [
        'with unique products above their maximum, to the paisa',
        { uniqueUpToPaise: 200_000 },
        [1, [unique, unique, ...common]],
        [1, [unique, { ...unique, pricePaise: 100_001 }]],
        'Cash on delivery is not available if pieces that are the last ones in stock cost more than ₹2,000 in total. Please pay online.',
      ],
    ],
  )('is refused for an order %s', (_, rules, allowed, refused, text) => {
    expect(problemOf(rules, ...allowed)).toBeUndefined();
    expect(problemOf(rules, ...refused)).toBe(text);
  });

  it('is possible for every order if the shop offers it without limits, and else for none', () => {
    expect(problemOf({}, 1, [unique])).toBeUndefined();
    const text = 'Cash on delivery is not offered at the moment. Please pay online.';
    expect(problemOf({ allowed: false })).toBe(text);
  });
});
