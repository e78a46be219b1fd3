import { describe, expect, it } from 'vitest';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import {
  cashLimitProblem,
  checkDelivery,
  codProblem,
  deliveryCountries,
  heldMinutesLeft,
  holdTimeProblem,
  unpaidLimitProblem,
} from './rules.ts';

const open = { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: null };
const many = [{ isUnique: false, pricePaise: 100_000 }];
const one = { isUnique: true, pricePaise: 100_000 };
const error = (rules: Partial<Parameters<typeof codProblem>[0]>, totalPaise = 100_000, lines = many) =>
  codProblem({ ...open, ...rules }, { totalPaise }, lines);

describe('cash on delivery', () => {
  it('is taken where no rule is against it', () => {
    expect(error({})).toBeUndefined();
    expect(error({}, 1, [one])).toBeUndefined();
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
    expect(error(rules, 1, [...many, one])).toBe('A piece of which there is only one is paid online.');
    expect(error(rules, 1, many)).toBeUndefined();
  });

  it('is refused for unique pieces above the largest sum, to the paisa; others do not count', () => {
    const rules = { uniqueUpToPaise: 200_000 };
    expect(error(rules, 1, [one, one, ...many])).toBeUndefined();
    expect(error(rules, 1, [one, { ...one, pricePaise: 100_001 }])).toBe(
      'One-of-a-kind pieces above ₹2,000 together are paid online.',
    );
  });
});

const limits = { variants: 2, units: 5, heldMinutes: 60, cashOrders: 3 };
const most = { scope: 'account' as const, cashOrders: 0, variants: 2, units: 5 };

describe('the limits of one shopper', () => {
  it('for an order that waits for its payment are variants and units, with cash orders together', () => {
    expect(unpaidLimitProblem(limits, [most])).toBeUndefined();
    expect(unpaidLimitProblem(limits, [])).toBeUndefined();
    for (const over of [{ variants: 3 }, { units: 6 }])
      expect(unpaidLimitProblem(limits, [{ ...most, ...over }])).toBe(
        'At most 2 different pieces and 5 units are kept for you before you have paid. Please order a part of your cart and pay for it, then order the rest, or write to us.',
      );
    expect(unpaidLimitProblem(limits, [{ ...most, units: 6, cashOrders: 1 }])).toContain(
      'Your open cash orders count until they are on their way.',
    );
    expect(unpaidLimitProblem({ ...limits, variants: 1, units: 1 }, [most])).toContain(
      'At most 1 different piece and 1 unit are',
    );
  });

  it('for cash orders are counted for each owner, this order included', () => {
    const open = { ...most, scope: 'phone' as const, cashOrders: 3 };
    expect(cashLimitProblem(limits, [open])).toBeUndefined();
    expect(cashLimitProblem(limits, [])).toBeUndefined();
    expect(cashLimitProblem(limits, [{ ...open, cashOrders: 4 }])).toContain(
      'There are 3 open cash orders for this phone number already',
    );
    for (const over of [{ variants: 3 }, { units: 6 }])
      expect(
        cashLimitProblem(limits, [
          { ...open, scope: 'account' },
          { ...open, scope: 'address', ...over },
        ]),
      ).toContain(
        'All open cash orders for this address together can have at most 2 different pieces and 5 units.',
      );
    expect(cashLimitProblem(limits, [{ ...open, scope: 'account', cashOrders: 4 }])).toContain(
      'for you already',
    );
    expect(cashLimitProblem({ ...limits, cashOrders: 1 }, [{ ...open, cashOrders: 2 }])).toContain(
      'There is 1 open cash order for this phone number already',
    );
  });

  it('for the time of holds name the pieces', () => {
    expect(holdTimeProblem(['Gulnar'])).toContain('Gulnar was held for you as long as');
    expect(holdTimeProblem(['Gulnar', 'Gajra'])).toContain('Gulnar and Gajra were held');
  });

  it('for the time of holds leave what the variant that was held longest has left', () => {
    const held = new Map([
      ['a', 600],
      ['b', 1800],
      ['c', 3600],
    ]);
    const rules = { holdMinutes: 15, limits };
    expect(heldMinutesLeft(rules, held, ['a', 'b', 'x'])).toBe(30);
    expect(heldMinutesLeft(rules, held, ['x'])).toBe(60);
    expect(heldMinutesLeft(rules, held, ['c'])).toBe(0);
    expect(heldMinutesLeft({ ...rules, holdMinutes: 90 }, held, ['c'])).toBe(30);
  });
});

describe('the delivery form', () => {
  const fieldsOf = (more: Partial<typeof validDeliveryForm>, pincodeRequired = false) =>
    checkDelivery({ ...validDeliveryForm, ...more }, { pincodeRequired }).fields.map(({ field }) => field);

  it('is complete with its apartment, and answered as it is to be written', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ apartment: '' })).toEqual(['apartment']);
    expect(checkDelivery(validDeliveryForm, { pincodeRequired: true }).form).toMatchObject({
      phone: '+919829000000',
    });
  });

  it('needs a pincode only where the owner says so', () => {
    expect(fieldsOf({ pincode: '' })).toEqual([]);
    expect(fieldsOf({ pincode: '' }, true)).toEqual(['pincode']);
  });

  it('goes to India only', () => {
    expect(deliveryCountries).toEqual(['India']);
    expect(fieldsOf({ country: 'Canada', state: 'Ontario', pincode: '' })).toContain('country');
  });
});
