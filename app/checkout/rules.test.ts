import { describe, expect, it } from 'vitest';
import { home } from '../../tests/fixtures/checkout.ts';
import { checkDelivery, codProblem, deliveredCountries } from './rules.ts';

const open = { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false };
const many = [{ isUnique: false }];
const error = (rules: Partial<Parameters<typeof codProblem>[0]>, totalPaise = 100_000, lines = many) =>
  codProblem({ ...open, ...rules }, { totalPaise }, lines);

describe('cash on delivery', () => {
  it('is taken where no rule is against it', () => {
    expect(error({})).toBeUndefined();
    expect(error({}, 1, [{ isUnique: true }])).toBeUndefined();
  });

  it('is refused where the owner does not offer it', () => {
    expect(error({ allowed: false })).toBe(
      'Cash on delivery is not offered at the moment. Please pay online.',
    );
  });

  it('is refused below the least amount, to the paisa', () => {
    const rules = { fromPaise: 100_000 };
    expect(error(rules, 99_999)).toBe('Cash on delivery is for orders of ₹1,000 or more.');
    expect(error(rules, 100_000)).toBeUndefined();
  });

  it('is refused above the largest amount, to the paisa', () => {
    const rules = { upToPaise: 100_000 };
    expect(error(rules, 100_001)).toBe('Cash on delivery is for orders up to ₹1,000.');
    expect(error(rules, 100_000)).toBeUndefined();
  });

  it('is refused for a piece of which there is one, also beside others', () => {
    const rules = { notForUnique: true };
    expect(error(rules, 1, [{ isUnique: false }, { isUnique: true }])).toBe(
      'A piece of which there is only one is paid online.',
    );
    expect(error(rules, 1, [{ isUnique: false }])).toBeUndefined();
  });
});

describe('the delivery form', () => {
  const fieldsOf = (more: Partial<typeof home>, pincodeRequired = false) =>
    checkDelivery({ ...home, ...more }, { pincodeRequired }).fields.map(({ field }) => field);

  it('is complete with its apartment, and answered as it is to be written', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ apartment: '' })).toEqual(['apartment']);
    expect(checkDelivery(home, { pincodeRequired: true }).form).toMatchObject({ phone: '+919829000000' });
  });

  it('needs a pincode only where the owner says so', () => {
    expect(fieldsOf({ pincode: '' })).toEqual([]);
    expect(fieldsOf({ pincode: '' }, true)).toEqual(['pincode']);
  });

  it('goes to India only', () => {
    expect(deliveredCountries).toEqual(['India']);
    expect(fieldsOf({ country: 'Canada', state: 'Ontario', pincode: '' })).toContain('country');
  });
});
