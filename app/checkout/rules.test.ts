import { describe, expect, it } from 'vitest';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import { deliveryCountries } from '../content/abroad-text.ts';
import {
  cashOrdersProblem,
  checkDelivery,
  heldMinutesLeft,
  holdTimeProblem,
  unpaidStockProblem,
} from './rules.ts';

const limits = { variants: 2, units: 5, heldMinutes: 60, cashOrders: 3 };
const maximum = { scope: 'account' as const, cashOrders: 0, variants: 2, units: 5 };

describe('the limits of one customer', () => {
  it('limits the variants and units of an online order, and counts open cash orders too', () => {
    expect(unpaidStockProblem(limits, [maximum])).toBeUndefined();
    expect(unpaidStockProblem(limits, [])).toBeUndefined();
    for (const excess of [{ variants: 3 }, { units: 6 }])
      expect(unpaidStockProblem(limits, [{ ...maximum, ...excess }])).toBe(
        'We can reserve at most 2 different pieces and 5 in all for you before you pay. Please order part of your cart and pay for it, then order the rest, or write to us.',
      );
    expect(unpaidStockProblem(limits, [{ ...maximum, units: 6, cashOrders: 1 }])).toContain(
      'Your cash-on-delivery orders count until they are shipped.',
    );
    expect(unpaidStockProblem({ ...limits, variants: 1, units: 1 }, [maximum])).toContain(
      'at most 1 different piece and 1 in all for you',
    );
  });

  it('limits cash orders per account, phone number and address, including the new order', () => {
    const open = { ...maximum, scope: 'phone' as const, cashOrders: 3 };
    expect(cashOrdersProblem(limits, [open])).toBeUndefined();
    expect(cashOrdersProblem(limits, [])).toBeUndefined();
    expect(cashOrdersProblem(limits, [{ ...open, cashOrders: 4 }])).toContain(
      'This phone number already has 3 cash-on-delivery orders waiting to be shipped',
    );
    for (const excess of [{ variants: 3 }, { units: 6 }])
      expect(
        cashOrdersProblem(limits, [
          { ...open, scope: 'account' },
          { ...open, scope: 'address', ...excess },
        ]),
      ).toContain(
        'Together, the cash-on-delivery orders for this address that are not yet shipped can have at most 2 different pieces and 5 in all.',
      );
    expect(cashOrdersProblem(limits, [{ ...open, scope: 'account', cashOrders: 4 }])).toContain(
      'You already have 3 cash-on-delivery orders',
    );
    expect(cashOrdersProblem({ ...limits, cashOrders: 1 }, [{ ...open, cashOrders: 2 }])).toContain(
      'This phone number already has 1 cash-on-delivery order waiting',
    );
  });

  it('names the products whose hold time is used up, and suggests cash if it is possible', () => {
    expect(holdTimeProblem(['Gulnar'], true)).toContain('We have reserved Gulnar for you for the longest');
    expect(holdTimeProblem(['Gulnar', 'Gajra'], true)).toContain('order without them, choose cash');
    expect(holdTimeProblem(['Gulnar'], true)).toContain('choose cash');
    expect(holdTimeProblem(['Gulnar'], false)).not.toContain('cash');
  });

  it('returns the remaining hold time of the variant that was held longest', () => {
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
  const fieldsOf = (more: Partial<typeof validDeliveryForm>) =>
    checkDelivery({ ...validDeliveryForm, ...more }).fields.map(({ field }) => field);

  it('requires an apartment, and returns the normalised form', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ apartment: '' })).toEqual(['apartment']);
    expect(checkDelivery(validDeliveryForm).form).toMatchObject({ phone: '+919829000000' });
  });

  it('rejects a pincode of another state, and names both states [S-CHK-14]', () => {
    expect(checkDelivery({ ...validDeliveryForm, state: 'goa', pincode: '302 003' }).fields).toEqual([
      {
        field: 'pincode',
        message: 'The pincode 302003 is in Rajasthan, but the state you chose is Goa. Please check both.',
      },
    ]);
    expect(fieldsOf({ state: 'rajasthan', pincode: '302 003' })).toEqual([]);
    // Puducherry and Tamil Nadu share the prefix of this pincode.
    expect(fieldsOf({ state: 'Tamil Nadu', pincode: '605001' })).toEqual([]);
  });

  it('does not compare an invalid pincode or an invalid state [S-CHK-14]', () => {
    expect(fieldsOf({ state: 'Ontario' })).toEqual(['state']);
    expect(fieldsOf({ state: 'Goa', pincode: '3020' })).toEqual(['pincode']);
  });

  it('accepts only delivery addresses in India', () => {
    expect(deliveryCountries).toEqual(['India']);
    expect(fieldsOf({ country: 'Canada', state: 'Ontario', pincode: '' })).toContain('country');
  });
});
