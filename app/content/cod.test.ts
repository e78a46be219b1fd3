import { describe, expect, it } from 'vitest';
import { codProblem } from './cod.ts';

const open = { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: null };
const common = [{ isUnique: false, pricePaise: 100_000 }];
const unique = { isUnique: true, pricePaise: 100_000 };
const problemOf = (rules: Partial<Parameters<typeof codProblem>[0]>, totalPaise = 100_000, lines = common) =>
  codProblem({ ...open, ...rules }, { totalPaise }, lines);

describe('cash on delivery', () => {
  it('allows cash on delivery if no rule excludes the order', () => {
    expect(problemOf({})).toBeUndefined();
    expect(problemOf({}, 1, [unique])).toBeUndefined();
  });

  it('refuses cash on delivery if the shop does not offer it', () => {
    expect(problemOf({ allowed: false })).toBe(
      'Cash on delivery is not offered at the moment. Please pay online.',
    );
  });

  it('refuses cash on delivery below the minimum, to the paisa', () => {
    const rules = { fromPaise: 100_000 };
    expect(problemOf(rules, 99_999)).toBe('Cash on delivery is for orders of ₹1,000 or more.');
    expect(problemOf(rules, 100_000)).toBeUndefined();
  });

  it('refuses cash on delivery above the maximum, to the paisa', () => {
    const rules = { upToPaise: 100_000 };
    expect(problemOf(rules, 100_001)).toBe('Cash on delivery is for orders up to ₹1,000.');
    expect(problemOf(rules, 100_000)).toBeUndefined();
  });

  it('refuses cash on delivery for a cart with a unique product if the rules exclude unique products', () => {
    const rules = { notForUnique: true };
    expect(problemOf(rules, 1, [...common, unique])).toBe(
      'One-of-a-kind pieces can only be paid for online.',
    );
    expect(problemOf(rules, 1, common)).toBeUndefined();
  });

  it('refuses cash on delivery if the unique products exceed their maximum, to the paisa', () => {
    const rules = { uniqueUpToPaise: 200_000 };
    expect(problemOf(rules, 1, [unique, unique, ...common])).toBeUndefined();
    expect(problemOf(rules, 1, [unique, { ...unique, pricePaise: 100_001 }])).toBe(
      'One-of-a-kind pieces above ₹2,000 in total can only be paid for online.',
    );
  });
});
