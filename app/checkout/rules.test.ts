import { describe, expect, it } from 'vitest';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import { deliveryCountries } from '../content/abroad-text.ts';
import {
  cashOrdersMessage,
  checkDelivery,
  heldMinutesLeft,
  holdTimeMessage,
  unpaidStockMessage,
} from './rules.ts';

const limits = { variants: 2, units: 5, heldMinutes: 60, cashOrders: 3 };
const maximum = { scope: 'account' as const, cashOrders: 0, variants: 2, units: 5 };

describe('the limits of a customer’s orders', () => {
  it('are explained in a message about the address or phone number, with the singular for one unit or one order', () => {
    const one = { ...limits, variants: 1, units: 1, cashOrders: 1 };
    expect(unpaidStockMessage(one, [maximum])).toContain('at most 1 different piece and 1 in all for you');
    expect(cashOrdersMessage(limits, [maximum, { ...maximum, scope: 'address', units: 6 }])).toContain(
      'Together, the cash-on-delivery orders for this address that are not yet shipped can have at most 2 different pieces and 5 in all.',
    );
    expect(cashOrdersMessage(one, [{ ...maximum, scope: 'phone', cashOrders: 2 }])).toContain(
      'This phone number already has 1 cash-on-delivery order waiting',
    );
  });

  it('are explained in a message that names products without hold time left, and advises cash on delivery if it is possible', () => {
    expect(holdTimeMessage(['Gulnar'], true)).toContain('We have reserved Gulnar for you for the longest');
    expect(holdTimeMessage(['Gulnar', 'Gajra'], true)).toContain('order without them, choose cash');
    expect(holdTimeMessage(['Gulnar'], true)).toContain('choose cash');
    expect(holdTimeMessage(['Gulnar'], false)).not.toContain('cash');
  });

  it('allow an order only the hold time that is left for its longest-held variant', () => {
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
    // An invalid state or pincode is not compared.
    expect(fieldsOf({ state: 'Ontario' })).toEqual(['state']);
    expect(fieldsOf({ state: 'Goa', pincode: '3020' })).toEqual(['pincode']);
  });

  it('accepts only addresses in India', () => {
    expect(deliveryCountries).toEqual(['India']);
    expect(fieldsOf({ country: 'Canada', state: 'Ontario', pincode: '' })).toContain('country');
  });
});
