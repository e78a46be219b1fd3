import { describe, expect, it } from 'vitest';
import { invoiceOf, orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';

const shippingPaise = 11_800;
const threeSuits = { ...suit, rupees: 2000, quantity: 3 };
const expensiveSuit = { ...suit, rupees: 2990 };
const expensiveSaree = { ...saree, rupees: 2990 };
const withoutHsn = { ...saree, rupees: 2990, hsn: null };

describe('the delivery line of an invoice', () => {
  it.each([
    ['the line with the highest amount, not the highest unit price', [threeSuits, expensiveSuit], 500],
    ['the line with the highest amount, if it is the last', [expensiveSuit, threeSuits], 500],
    ['the line with the higher rate, of two with the same amount', [expensiveSaree, expensiveSuit], 1800],
    ['the line with the higher rate, if it is the first', [expensiveSuit, expensiveSaree], 1800],
    ['the line with a known rate, of two with the same amount', [withoutHsn, expensiveSaree], 500],
    ['the line with a known rate, if it is the first', [expensiveSaree, withoutHsn], 500],
  ])('has the rate of %s', (_, items, rate) => {
    expect(invoiceOf(orderOf(items, { shippingPaise })).lines.at(-1)).toMatchObject({
      kind: 'delivery',
      position: 2,
      rate,
      taxPaise: rate === 500 ? 562 : 1800,
    });
  });

  it('has no rate and no tax if there are no goods or their rate is unknown', () => {
    const untaxed = {
      kind: 'delivery',
      description: 'Delivery',
      rate: null,
      taxPaise: 0,
      taxablePaise: 11_800,
    };
    for (const items of [[withoutHsn], []])
      expect(invoiceOf(orderOf(items, { shippingPaise })).lines.at(-1)).toMatchObject({
        ...{ ...untaxed, position: items.length },
      });
  });
});
