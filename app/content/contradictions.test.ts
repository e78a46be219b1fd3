import { describe, expect, it } from 'vitest';
import { settings as seedSettings } from '../../seeds/content.ts';
import { CodRules, type Settings } from './contract.ts';
import { findContradictions } from './contradictions.ts';

const { shipping } = seedSettings;
const chargedRule = 'Shipping within India is free for orders of ₹20,000 or more, and costs ₹99 below that.';
const charged = { shipping: { ...shipping, freeFromPaise: 2_000_000, belowPaise: 9_900 } };
const withoutCash = { cod: CodRules.parse({ allowed: false }) };
const cashUpTo5000 = { cod: CodRules.parse({ upToPaise: 500_000 }) };

function rulesAgainst(text: string, change: Partial<Settings> = {}): string[] {
  return findContradictions([text], { ...seedSettings, ...change }).map(({ rule }) => rule);
}

type Case = [sentence: string, rule: string, change?: Partial<Settings>];

describe('a sentence that contradicts a rule is listed with the rule:', () => {
  it.each<Case>([
    ['Returns are taken within 10 days.', 'A return is possible for 7 days after delivery.'],
    ['You may send a return for fourteen days.', 'A return is possible for 7 days after delivery.'],
    ['Return within 7 days.', 'A return is possible for 14 days after delivery.', { returnDays: 14 }],
    ['We deliver in 2–3 working days.', 'India 3–5 working days. Abroad 5–10, and shipping is extra.'],
    ['- Outside India: 12 business days.', 'India 3–5 working days. Abroad 5–10, and shipping is extra.'],
    ['Free shipping on orders above ₹5,000.', 'Shipping within India is free.'],
    ['Shipping costs Rs. 50.', 'Shipping within India is free.'],
    ['All orders ship with free delivery.', chargedRule, charged],
    ['Delivery is charged at ₹150.', chargedRule, charged],
    ['Pay by cash on delivery.', 'You can pay online by UPI, card or net banking.', withoutCash],
    ['We do not take COD.', 'You can pay online by UPI, card or net banking, or by cash on delivery.'],
    [
      'Cash on delivery is for orders up to ₹10,000.',
      'You can pay online by UPI, card or net banking, or by cash on delivery for orders up to ₹5,000.',
      cashUpTo5000,
    ],
    ['We deliver within India only.', 'We ship worldwide. Shipping in India is free over Rs. 10,000.'],
    ['We do not ship abroad.', 'We ship worldwide. Shipping in India is free over Rs. 10,000.'],
  ])('%s', (sentence, rule, change) => {
    expect(rulesAgainst(sentence, change)).toEqual([rule]);
  });

  it('a sentence with a country that the checkout does not accept', () => {
    const [rule] = rulesAgainst('Choose Canada at the checkout.');
    expect(rule).toMatch(/^Our checkout accepts addresses in India only\./);
  });
});

describe('a sentence that contradicts no rule is not listed:', () => {
  it.each<[string, Partial<Settings>?]>([
    ['Returns are taken within 7 days.'],
    ['We process a return within 9 working days.'],
    ['We deliver in 3–5 working days.'],
    ['Free shipping on orders above ₹20,000, ₹99 below.', charged],
    ['We have no cash on delivery.', withoutCash],
    ['For cash on delivery we refund to a bank account.', withoutCash],
    ['Cash on delivery is for orders up to ₹5,000.', cashUpTo5000],
    ['A saree takes ten days on the loom.'],
    ['We keep the photographs of a return for 180 days.'],
    ['Returns are taken within {returnDays} days.', { returnDays: 12 }],
  ])('%s', (sentence, change) => {
    expect(rulesAgainst(sentence, change)).toEqual([]);
  });
});

it('only the contradicting sentences of a text are listed', () => {
  const text = 'We weave by hand. Returns are taken within 10 days. Shipping costs Rs. 99 here.';
  expect(findContradictions([text], seedSettings).map(({ sentence }) => sentence)).toEqual([
    'Returns are taken within 10 days.',
    'Shipping costs Rs. 99 here.',
  ]);
});

it('at most 20 contradicting sentences are listed', () => {
  expect(rulesAgainst('Shipping costs Rs. 99. '.repeat(30))).toHaveLength(20);
});
