import { describe, expect, it } from 'vitest';
import { settings } from '../../seeds/content.ts';
import { invoiceOf, orderOf, saree, suit } from '../../tests/fixtures/invoices.ts';

const shippingPaise = 11_800;
const threeSuits = { ...suit, rupees: 2000, quantity: 3 };
const dearSuit = { ...suit, rupees: 2990 };
const dearSaree = { ...saree, rupees: 2990 };
const unlisted = { ...saree, rupees: 2990, hsn: null };

describe('the delivery on an invoice', () => {
  it.each([
    ['what costs most in all, not what one costs', [threeSuits, dearSuit], 500],
    ['what costs most in all, which stands last', [dearSuit, threeSuits], 500],
    ['the higher rate, of two that cost the same', [dearSaree, dearSuit], 1800],
    ['the higher rate, which stands first', [dearSuit, dearSaree], 1800],
    ['the known rate, of two that cost the same', [unlisted, dearSaree], 500],
    ['the known rate, which stands first', [dearSaree, unlisted], 500],
  ])('is taxed as %s', (_, things, rate) => {
    expect(invoiceOf(orderOf(things, { shippingPaise })).lines.at(-1)).toMatchObject({
      kind: 'delivery',
      position: 2,
      rate,
      taxPaise: rate === 500 ? 562 : 1800,
    });
  });

  it('stands behind the one thing that was bought', () => {
    const { lines } = invoiceOf(orderOf([saree], { shippingPaise }));
    expect(lines.map(({ kind, position }) => [kind, position])).toEqual([
      ['goods', 0],
      ['delivery', 1],
    ]);
  });

  it('names no tax where the rate of the goods is not known', () => {
    expect(invoiceOf(orderOf([unlisted], { shippingPaise })).lines.at(-1)).toMatchObject({
      description: 'Delivery',
      rate: null,
      taxPaise: 0,
      taxablePaise: 11_800,
    });
  });

  it('names no tax where the seller is not registered', () => {
    expect(invoiceOf(orderOf([saree], { shippingPaise }), settings).lines.at(-1)).toMatchObject({
      rate: null,
      taxPaise: 0,
    });
  });

  it('stands first and without a rate where there are no goods', () => {
    expect(invoiceOf(orderOf([], { shippingPaise })).lines).toMatchObject([
      { kind: 'delivery', position: 0, rate: null, amountPaise: 11_800, taxPaise: 0 },
    ]);
  });
});
