import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';
import { line, prose } from '../foundation/text-contract.ts';
import { Seller } from './contract.ts';

const notAnAmount = 'Please write an amount in rupees, such as 250 or 99.50.';
const amount = z
  .number(notAnAmount)
  .min(0, notAnAmount)
  .max(10_000_000, 'Please write an amount of at most one crore.')
  .multipleOf(0.01, 'Please write at most two digits after the decimal point.');

export function whole(min: number, max: number) {
  const text = `Please write a whole number from ${min} to ${max}.`;
  return z.number(text).int(text).min(min, text).max(max, text);
}

const days = z
  .tuple([whole(0, 90), whole(0, 90)], 'Please write the smallest and the largest number of days.')
  .refine(([from, to]) => from <= to, 'The first number of days cannot be larger than the second one.');

export const webAddress = z
  .string('Please write a web address.')
  .trim()
  .max(500, 'Please use a shorter web address.')
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: 'Please write a web address that begins with https://',
    }),
  );

/** Version or fingerprint of the content that the staff member has edited, to detect concurrent edits. */
export const SeenVersion = z.strictObject({ seenVersion: z.string().max(80) });

export const ShopTexts = z
  .strictObject({
    tagline: line(80, 'Please write the motto of the shop.'),
    heroText: line(240, 'Please write the text at the top of the page.'),
    description: line(320, 'Please describe the shop in one sentence, for search engines.'),
    typewriter: z.array(line(80, 'Please write all five lines.')).length(5, 'Please write all five lines.'),
    belonging: z.strictObject({
      word: line(40),
      paragraphs: z
        .array(prose(1200, 'Please write this paragraph.'))
        .min(1, 'Please write a paragraph or two.')
        .max(5, 'Please write at most five paragraphs.')
        .refine((all) => new Set(all).size === all.length, 'Two paragraphs are the same.'),
    }),
    popularText: line(240, 'Please write the text of the popular collection.'),
    visitText: line(240, 'Please write the invitation to your stores.'),
  })
  .openapi('ShopTexts');
export type ShopTexts = z.infer<typeof ShopTexts>;

export const ShopContact = z
  .strictObject({
    name: line(60, 'Please write the shop’s name.'),
    hindiName: line(60, 'Please write the shop’s name in Hindi.'),
    foundedYear: whole(1800, 2100),
    contact: z.strictObject({
      /**
       * The registered name, the address and the grievance officer are empty until the owner writes them. The dashboard asks the
       * owner for these texts.
       */
      legalName: line(160),
      address: line(300),
      email: z.string().trim().pipe(z.email('Please write an email address.')),
      /** Email address for replies to the shop's emails. If empty, `email` is used. */
      replyTo: z
        .string()
        .trim()
        .pipe(z.union([z.literal(''), z.email()], 'Please write an email address, or leave it empty.'))
        .default(''),
      phone: line(40, 'Please write the telephone number.').regex(
        /^\+?[\d\s()-]{6,}$/,
        'Please write the number with digits, such as +91 141 000 0000.',
      ),
      chatUrl: webAddress,
      officeHours: line(80, 'Please write the office hours.'),
      grievanceOfficer: line(160),
    }),
    socials: z
      .array(z.strictObject({ name: line(40, 'Please write the name of the social page.'), url: webAddress }))
      .length(2, 'Please fill in the name and the link of both social pages.'),
  })
  .openapi('ShopContact');
export type ShopContact = z.infer<typeof ShopContact>;

const ReturnRules = z.strictObject({
  /** The reasons for a return that shoppers can choose. `isClaim` is true if a reason means that the shop is at fault. */
  reasons: z
    .array(
      z.strictObject({
        text: line(120, 'Please write the reason.'),
        isClaim: z.boolean('Please choose yes or no.'),
      }),
    )
    .min(1, 'Please write at least one reason.')
    .max(12, 'Please write at most twelve reasons.')
    .refine((all) => new Set(all.map(({ text }) => text)).size === all.length, 'Two reasons are the same.'),
  refundsDelivery: z.boolean('Please choose yes or no.'),
  photoDays: whole(1, 3650),
});

export const ShopRules = z
  .strictObject({
    shipping: z.strictObject({
      /** Minimum order total for free shipping, in rupees. */
      freeFrom: amount,
      /** Shipping cost of an order below the minimum, in rupees. */
      below: amount,
      indiaDays: days,
      abroadDays: days,
    }),
    cod: z
      .strictObject({
        allowed: z.boolean('Please choose yes or no.'),
        /** Smallest and largest order total that can be paid by cash on delivery, in rupees. Null for no limit. */
        from: amount.nullable(),
        upTo: amount.nullable(),
        notForUnique: z.boolean('Please choose yes or no.'),
        /** Maximum sum of the prices of products with only one unit left, in one cash order, in rupees. Null for no limit. */
        uniqueUpTo: amount.nullable(),
      })
      .refine(({ from, upTo }) => from === null || upTo === null || from <= upTo, {
        path: ['upTo'],
        message: 'The largest order total cannot be below the smallest one.',
      }),
    limits: z.strictObject({
      variants: whole(1, 100),
      units: whole(1, 10_000),
      heldMinutes: whole(5, 1440),
      cashOrders: whole(1, 1000),
    }),
    paymentTitle: line(80),
    holdMinutes: whole(5, 120),
    promiseDays: whole(1, 90),
    lowStockAt: whole(0, 1000),
    emails: z
      .strictObject({
        packed: z.boolean('Please choose yes or no.').default(false),
        invoice: z.boolean('Please choose yes or no.').default(false),
      })
      .default({ packed: false, invoice: false }),
    /** Maximum age of the last backup in days. An older backup causes a notification. 0 switches the notification off. */
    backupDays: whole(0, 365).default(0),
    returnDays: whole(0, 90),
    returns: ReturnRules,
    latestOnHome: whole(1, 24),
    newOnBrowser: whole(1, 24),
  })
  .refine(({ holdMinutes, limits }) => holdMinutes <= limits.heldMinutes, {
    path: ['limits', 'heldMinutes'],
    message: 'Please write at least the number of minutes that stock is reserved during payment.',
  })
  .openapi('ShopRules');
export type ShopRules = z.infer<typeof ShopRules>;

export const EditTextsInput = ShopTexts.extend(SeenVersion.shape).openapi('EditTextsInput');
export type EditTextsInput = z.infer<typeof EditTextsInput>;

/** A change of one part of the settings. `seenVersion` is the version of this part that the staff member has seen. */
export const EditSettingsInput = z
  .strictObject({
    ...SeenVersion.shape,
    contact: ShopContact.optional(),
    rules: ShopRules.optional(),
    seller: Seller.strict().optional(),
  })
  .refine(({ contact, rules, seller }) => [contact, rules, seller].filter(Boolean).length === 1, {
    message: 'Please send one part: contact, rules or seller.',
  })
  .openapi('EditSettingsInput');
export type EditSettingsInput = z.infer<typeof EditSettingsInput>;

export const ContentChanged = problem(
  'changed-meanwhile',
  409,
  'Someone else has changed this in the meantime. What you typed is still here.',
);
