import { describe, expect, it } from 'vitest';
import { settings as seedSettings } from '../../seeds/content.ts';
import { pages } from '../../seeds/pages.ts';
import { shippingText } from '../cart/messages.ts';
import { cartOf } from '../cart/rules.ts';
import { calculateTotals } from '../pricing/rules.ts';
import { CodRules, type Settings } from './contract.ts';
import { findContradictions } from './contradictions.ts';
import { fillIn } from './fill-in.ts';
import { badgeTexts, paymentText } from './payment-text.ts';
import { announcement, estimateText, productShippingText } from './shipping-text.ts';

type Case = [
  name: string,
  change: { free?: number; below?: number; cod?: object; days?: [number, number]; returnDays?: number },
];

/** `free` and `below` are in rupees. */
const cases: Case[] = [
  ['the settings of a new shop', {}],
  ['₹99 below ₹20,000', { free: 20_000, below: 99 }],
  ['₹150 below ₹1,25,000', { free: 125_000, below: 150 }],
  ['every order ships free', { free: 0 }],
  ['every order ships free, with a rate that is never used', { free: 0, below: 99 }],
  ['no cash on delivery', { cod: { allowed: false } }],
  ['no cash on delivery, ₹99 below ₹20,000', { free: 20_000, below: 99, cod: { allowed: false } }],
  ['cash from ₹500', { cod: { fromPaise: 50_000 } }],
  ['cash up to ₹5,000', { cod: { upToPaise: 500_000 } }],
  ['cash from ₹500 to ₹5,000', { cod: { fromPaise: 50_000, upToPaise: 500_000 } }],
  ['delivery in 4 days', { days: [4, 4] }],
  ['returns for 14 days', { returnDays: 14 }],
];

function settingsOf({ free, below, cod, days, returnDays }: Case[1]): Settings {
  const { shipping } = seedSettings;
  return {
    ...seedSettings,
    cod: CodRules.parse(cod ?? {}),
    returnDays: returnDays ?? seedSettings.returnDays,
    shipping: {
      ...shipping,
      freeFromPaise: free === undefined ? shipping.freeFromPaise : free * 100,
      belowPaise: below === undefined ? shipping.belowPaise : below * 100,
      indiaDays: days ?? shipping.indiaDays,
    },
  };
}

/** Returns every sentence about shipping and payment that shoppers can read, except the sentences about a particular order. */
function sentences(settings: Settings): string {
  const { shipping, cod } = settings;
  const cart = { ...cartOf({ version: 0, notice: null }, [], shipping), subtotal: 450 };
  return [
    announcement(shipping),
    ...badgeTexts({ shipping, cod }).map(({ strong, rest }) => `${strong} ${rest}.`),
    productShippingText(shipping),
    estimateText(shipping),
    paymentText(cod),
    shippingText(cart, shipping),
    ...pages.flatMap((page) => {
      const { intro, sections } = fillIn({ ...page, updatedAt: '' }, settings);
      return [intro, ...sections.flatMap(({ paragraphs }) => paragraphs)];
    }),
  ].join('\n');
}

describe.each(cases)('the sentences of a shop (%s)', (_name, change) => {
  const settings = settingsOf(change);
  const { shipping, cod } = settings;
  const text = sentences(settings);
  const small = calculateTotals([{ pricePaise: 45_000, quantity: 1 }], shipping);

  it('name the shipping cost of a small order only if it is charged [S-CONST-02 S-POL-03 S-PDP-15]', () => {
    const rates = text.match(/₹\d+(?= below)|(?<=smaller order costs )₹\d+/g) ?? [];
    expect(new Set(rates)).toEqual(new Set(small.shippingPaise ? [`₹${small.shippingPaise / 100}`] : []));
    const everyOrder =
      /free shipping on every order|within India is free\.|smaller (?:orders|ones) too|in India on every order|free for every order/i;
    expect(everyOrder.test(text)).toBe(small.shippingPaise === 0);
  });

  it('name the rule’s minimum for free shipping, and no other minimum', () => {
    const named = [
      ...text.matchAll(
        /(?:orders over|shipping above|(?:free|holds) for orders of|on orders of) (?:₹|Rs\. )([\d,]+)/gi,
      ),
    ];
    const amounts = new Set(named.map(([, amount]) => Number(amount?.replaceAll(',', '')) * 100));
    expect(amounts).toEqual(new Set(shipping.freeFromPaise ? [shipping.freeFromPaise] : []));
  });

  it('mention cash on delivery only if it is allowed, and name its limits [S-HOME-14]', () => {
    const offers = /\bor (?:by )?cash on delivery/.test(text);
    expect(offers).toBe(cod.allowed);
    expect(text.includes('₹500')).toBe(cod.fromPaise !== null);
    expect(text.includes('₹5,000')).toBe(cod.upToPaise !== null);
  });

  it('contradict no rule', () => {
    for (const { intro, sections } of pages) {
      const texts = [intro, ...sections.flatMap(({ paragraphs }) => paragraphs)];
      expect(findContradictions(texts, settings)).toEqual([]);
    }
  });

  it('name the delivery time and the return period of the settings', () => {
    const [from, to] = shipping.indiaDays;
    const days = from === to ? `${from}` : `${from}–${to}`;
    expect(text).toContain(`India ${days} working days`);
    expect(text).toContain(`Within India: ${days} working days`);
    const windows = new Set(
      [...text.matchAll(/same request, for (\d+) days/g)].map(([, count]) => Number(count)),
    );
    expect(windows).toEqual(new Set([settings.returnDays]));
  });
});
