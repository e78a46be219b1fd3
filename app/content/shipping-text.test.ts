import { describe, expect, it } from 'vitest';
import { CodRules, type ShippingRule } from './contract.ts';
import { badgeTexts } from './payment-text.ts';
import { announcement, estimateText, productShippingText } from './shipping-text.ts';

const days: Pick<ShippingRule, 'indiaDays' | 'abroadDays'> = { indiaDays: [3, 5], abroadDays: [5, 10] };
const rule: ShippingRule = { freeFromPaise: 1_000_000, belowPaise: 0, ...days };

describe('the sentences about shipping', () => {
  it('announce worldwide shipping and the minimum for free shipping [S-GEN-13 S-GEN-14]', () => {
    expect(announcement(rule)).toBe('We ship worldwide. Shipping in India is free over Rs. 10,000.');
    expect(announcement({ ...rule, freeFromPaise: 12_500_000 })).toContain('over Rs. 1,25,000.');
    expect(announcement({ ...rule, freeFromPaise: 0 })).toBe(
      'We ship worldwide. Shipping within India is free.',
    );
  });

  it('are on three badges: worldwide shipping, free shipping, secure payment [S-HOME-12 S-HOME-13 S-HOME-14]', () => {
    const badges = badgeTexts({ shipping: rule, cod: CodRules.parse({}) });
    expect(badges.map(({ strong, rest }) => `${strong} ${rest}`)).toEqual([
      'Ships worldwide with express delivery',
      'Free shipping in India on orders of ₹10,000 or more',
      'Secure payment by UPI, card, net banking or cash on delivery',
    ]);
  });

  it.each([rule, { ...rule, freeFromPaise: 0, belowPaise: 9_900 }])(
    'say on the product page that every order ships free if the rule is %j [S-PDP-15]',
    (every) => {
      expect(productShippingText(every)).toBe('Free shipping on every order, for now.');
    },
  );

  it('name the shipping cost of orders below the minimum, if any [S-PDP-15]', () => {
    expect(productShippingText({ ...rule, belowPaise: 9_900 })).toBe(
      'Free shipping above ₹10,000, ₹99 below.',
    );
  });

  it('give the delivery time in working days for India and abroad', () => {
    expect(estimateText(rule)).toBe('India 3–5 working days. Abroad 5–10, and shipping is extra.');
    expect(estimateText({ indiaDays: [4, 4], abroadDays: [9, 12] })).toBe(
      'India 4 working days. Abroad 9–12, and shipping is extra.',
    );
  });
});
