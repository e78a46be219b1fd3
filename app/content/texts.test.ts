import { describe, expect, it } from 'vitest';
import { countries } from '../foundation/address/countries.ts';
import { orderByMessagePath } from './abroad-note.tsx';
import { abroadText } from './abroad-text.ts';
import { CodRules, type ShippingRule } from './contract.ts';
import { gatherBlocks, partSummary } from './paragraphs.ts';
import { badgeTexts } from './payment-text.ts';
import { exceptionText, orderTermsText } from './return-text.ts';
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

  it('are the first two of three badges, and the third badge names the payment methods [S-HOME-12 S-HOME-13 S-HOME-14]', () => {
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

  it('name the shipping cost of orders below the minimum if there is a cost [S-PDP-15]', () => {
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

it('the sentence about orders from abroad names the accepted countries if not all countries are accepted [S-GEN-13 S-CHK-06]', () => {
  expect(abroadText(countries.map(({ name }) => name))).toBe('');
  expect(abroadText()).toMatch(/^Our checkout accepts addresses in India only\. .* order by message/);
  expect(abroadText(['India', 'Canada'])).toContain('addresses in India and Canada only');
});

it('the link to order by message contains each product with its quantity, and with its size if it has sizes', () => {
  const stole = { proId: 'TB-SAR-005', quantity: 2, size: null };
  const products = [stole, { proId: 'TB-SUT-002', quantity: 1, size: 'TB SUT,M' }];
  expect(orderByMessagePath(products)).toBe('/reach-us?pieces=TB-SAR-005:2,TB-SUT-002:1:TB%20SUT%2CM');
  expect(orderByMessagePath([])).toBe('/reach-us');
});

it('consecutive paragraphs that begin with a dash and a space are one list', () => {
  expect(gatherBlocks(['-5 degrees', '- one', '- two', 'Between.', '- three'])).toEqual([
    ...[{ text: '-5 degrees' }, { items: ['one', 'two'] }, { text: 'Between.' }, { items: ['three'] }],
  ]);
});

it('a summary is split after the opening words “In short:”', () => {
  expect(partSummary('In short: two days.')).toEqual({ opening: 'In short:', rest: 'two days.' });
  expect(partSummary('What you may expect.')).toEqual({ opening: '', rest: 'What you may expect.' });
});

describe('the sentences about returns', () => {
  const saree = { productName: 'Gulnar saree' };
  const suit = { productName: 'Ajrakh suit', returnable: false, cancellable: false };
  const claim =
    'If it arrives damaged or is not what you ordered, please tell us within 48 hours of delivery if you can, and in any case within 7 days.';

  it('exclude returns for a change of mind and cancellations only for products whose terms exclude them [S-POL-16 S-POL-17]', () => {
    expect(exceptionText({}, 7)).toBe('');
    expect(exceptionText(suit, 7)).toBe(
      `This piece cannot be returned for a change of mind. ${claim} This piece cannot be cancelled once ordered.`,
    );
    // The period for reporting a fault is the return period if that is at most 48 hours.
    expect(exceptionText(suit, 1)).toContain('please tell us within 24 hours of delivery.');
  });

  it('at the checkout name each unreturnable product once, and offer no return if all products are unreturnable', () => {
    const offer = 'Return available for 7 days after delivery.';
    expect(orderTermsText([saree], 7)).toBe(offer);
    expect(orderTermsText([saree, suit, suit], 7)).toBe(
      `${offer} Ajrakh suit cannot be returned for a change of mind. ${claim.replace('it arrives', 'a piece arrives')} ` +
        'Ajrakh suit cannot be cancelled once ordered.',
    );
    expect(orderTermsText([suit], 7)).not.toContain('Return available');
  });
});
