import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';

export const Slide = z.object({
  img: z.string(),
  alt: z.string(),
  /** Centre of the part of the image that phones show, in percent of the image's width. */
  focus: z.number().min(0).max(100),
  title: z.string().optional(),
  text: z.string().optional(),
  linkLabel: z.string().optional(),
  link: z.string().optional(),
});
export type Slide = z.infer<typeof Slide>;

export const Banner = z
  .object({
    _id: z.string(),
    img1: z.string().nullable(),
    img2: z.string().nullable(),
    img3: z.string().nullable(),
    img4: z.string().nullable(),
    img5: z.string().nullable(),
    title: z.string().nullable(),
    slides: z.array(Slide).max(5),
  })
  .openapi('Banner');
export type Banner = z.infer<typeof Banner>;

/** Positions of banners: the hero, the featured collections and the close-up of the weave. */
export const bannerPositions = ['first', 'second', 'handwoven'] as const;
export type BannerPosition = (typeof bannerPositions)[number];

export const Video = z
  .object({
    _id: z.string(),
    videoUrl: z.string(),
    webmUrl: z.string().nullable(),
    poster: z.string().nullable(),
    alt: z.string(),
  })
  .openapi('Video');
export type Video = z.infer<typeof Video>;

export const VideoResponse = z.object({ _id: z.string(), video: Video }).openapi('VideoResponse');

export const Tile = z.object({ title: z.string(), link: z.string(), img: z.string(), colour: z.string() });
export type Tile = z.infer<typeof Tile>;

export const Store = z.object({
  name: z.string(),
  address: z.string(),
  hours: z.string(),
  mapUrl: z.string(),
});
export type Store = z.infer<typeof Store>;

/** Paragraphs are plain text. A paragraph that begins with "- " is a list item. */
export const PageSection = z.object({ id: z.string(), heading: z.string(), paragraphs: z.array(z.string()) });
export type PageSection = z.infer<typeof PageSection>;

export const WrittenPage = z.object({
  slug: z.string(),
  title: z.string(),
  /** Hindi word beside the title, as decoration. */
  word: z.string(),
  intro: z.string(),
  img: z.string().nullable(),
  imgAlt: z.string(),
  sections: z.array(PageSection),
  updatedAt: z.string(),
});
export type WrittenPage = z.infer<typeof WrittenPage>;

/** A sentence of the owner that contradicts a rule of the settings, with the text of the rule. */
export const Contradiction = z.object({ sentence: z.string(), rule: z.string() }).openapi('Contradiction');
export type Contradiction = z.infer<typeof Contradiction>;

export const policySlugs = [
  'privacy-policy',
  'shipping-policy',
  'terms-and-conditions',
  'return-policy',
] as const;

/** The shipping rule. Order totals and all texts about shipping follow this rule. */
export const ShippingRule = z.object({
  /** Minimum order total for free shipping, in paise. */
  freeFromPaise: z.number().int().min(0),
  /** Shipping cost of an order below the minimum, in paise. */
  belowPaise: z.number().int().min(0),
  indiaDays: z.tuple([z.number().int(), z.number().int()]),
  abroadDays: z.tuple([z.number().int(), z.number().int()]),
});
export type ShippingRule = z.infer<typeof ShippingRule>;

export const CodRules = z.object({
  allowed: z.boolean().default(true),
  /** Smallest and largest order total that can be paid by cash on delivery, in paise. Null for no limit. */
  fromPaise: z.number().int().min(0).nullable().default(null),
  upToPaise: z.number().int().min(0).nullable().default(null),
  /** True if orders with a unique product must be paid online. */
  notForUnique: z.boolean().default(false),
  /** Maximum total of the unique products in one cash order, in paise. Null for no limit. */
  uniqueUpToPaise: z.number().int().min(0).nullable().default(5_000_000),
});
export type CodRules = z.infer<typeof CodRules>;

/** Limits of the stock that one customer can reserve without payment. */
export const OrderLimits = z.object({
  /**
   * Maximum number of variants in a customer's unpaid order and open cash orders together. `units` is the maximum number of units
   * in these orders.
   */
  variants: z.number().int().min(1).default(10),
  units: z.number().int().min(1).default(30),
  /** Maximum time for which a customer's unpaid orders can hold a variant, in minutes per 24 hours. */
  heldMinutes: z.number().int().min(1).default(60),
  /** Maximum number of open cash orders (placed, not shipped) of one account, one phone number or one address. */
  cashOrders: z.number().int().min(1).default(5),
});
export type OrderLimits = z.infer<typeof OrderLimits>;

export const PriceBand = z.object({
  key: z.string(),
  label: z.string(),
  /** Lowest price in rupees. Undefined for no limit. The prices `from` and `to` belong to the band only if both are defined. */
  from: z.number().optional(),
  to: z.number().optional(),
});
export type PriceBand = z.infer<typeof PriceBand>;

const gstinCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** True if the text has the format of a GSTIN and a correct check character. */
function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false;
  const sum = [...text.slice(0, 14)].reduce((total, character, index) => {
    const product = gstinCharacters.indexOf(character) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return gstinCharacters.charAt((36 - (sum % 36)) % 36) === text.charAt(14);
}

/** The seller's details on invoices. */
export const Seller = z.object({
  /**
   * Empty if the seller is not registered for GST. Invoices then name no tax. The first two digits are the code of the seller's
   * state.
   */
  gstin: z
    .string()
    .refine((text) => text === '' || isGstin(text), 'Please check the GSTIN. It has 15 characters.')
    .default(''),
  /** Full name of the state from which orders are shipped. */
  state: z.string().default('Rajasthan'),
  /**
   * Prefix of invoice numbers, as in `TB/26-27/000001`. It must not end with a C, because credit notes append a C
   * (`TBC/26-27/000001`).
   */
  invoicePrefix: z
    .string()
    .regex(/^[A-Z0-9]?[ABD-Z0-9]$/, 'Please use one or two capital letters or digits that do not end with C.')
    .default('TB'),
  /** Text on export invoices. Empty if the seller has no letter of undertaking and pays integrated tax (IGST). */
  lutText: z
    .string()
    .default('Supply meant for export under letter of undertaking without payment of integrated tax.'),
});
export type Seller = z.infer<typeof Seller>;

/** Matches the placeholders that older versions of the shop have stored as texts in the settings. */
const placeholder = /\(.*to be filled in\)$|^Shop 00, Example Lane/;

/** Returns a text of the settings. Returns an empty text instead of a placeholder. */
export const withoutPlaceholder = (text: string) => (placeholder.test(text) ? '' : text);

/** A text that is empty until the owner writes it. Pages, emails and invoices omit the empty text. */
const untilWritten = z.string().overwrite(withoutPlaceholder);

/** A reason for a return that customers can choose. `isClaim` is true if it means that the shop is at fault. */
const ReturnReason = z.object({ text: z.string(), isClaim: z.boolean() });

const ReturnRules = z.object({
  reasons: z.array(ReturnReason).default([
    { text: 'It arrived damaged or flawed', isClaim: true },
    { text: 'It is not what I ordered', isClaim: true },
    { text: 'The colour or size does not suit me', isClaim: false },
    { text: 'Something else', isClaim: false },
  ]),
  /** True if the delivery charge is refunded when a return with an `isClaim` reason is accepted. */
  refundsDelivery: z.boolean().default(true),
  /** Number of days after which the photographs of a closed return are deleted. */
  photoDays: z.number().int().min(1).default(180),
});

export const Settings = z.object({
  name: z.string(),
  hindiName: z.string(),
  tagline: z.string(),
  heroText: z.string(),
  description: z.string(),
  foundedYear: z.number().int(),
  contact: z.object({
    legalName: untilWritten,
    address: untilWritten,
    email: z.string(),
    /** Email address for replies to the shop's emails. If empty, `email` is used. */
    replyTo: z.string().default(''),
    phone: z.string(),
    chatUrl: z.string(),
    officeHours: z.string(),
    grievanceOfficer: untilWritten,
  }),
  socials: z.array(z.object({ name: z.string(), url: z.string() })).length(2),
  shipping: ShippingRule,
  cod: CodRules.prefault({}),
  limits: OrderLimits.prefault({}),
  /** Duration of the stock hold during a payment, in minutes. */
  holdMinutes: z.number().int().min(1).default(15),
  /** Title of the payment provider's dialog. By default `Product purchase`. */
  paymentTitle: z.string().optional(),
  /** Number of days within which an order should arrive. */
  promiseDays: z.number().int().min(1).default(7),
  seller: Seller.prefault({}),
  typewriter: z.array(z.string()).length(5),
  belonging: z.object({ word: z.string(), paragraphs: z.array(z.string()) }),
  popularText: z.string(),
  visitText: z.string(),
  lowStockAt: z.number().int(),
  /** Optional emails to shoppers. The owner can switch them on. */
  emails: z
    .object({
      packed: z.boolean().default(false),
      /**
       * True if the invoice is attached to the email about the packed order. If that email is off, it is attached to the email
       * about the shipped order.
       */
      invoice: z.boolean().default(false),
    })
    .prefault({}),
  /** Maximum age of the last backup in days. An older backup causes a notification. 0 switches the notification off. */
  backupDays: z.number().int().default(0),
  returnDays: z.number().int(),
  returns: ReturnRules.prefault({}),
  codeMinutes: z.number().int(),
  /**
   * True if the staff have said which categories contain stitched garments. In shops that an older version created, this is
   * false, so the staff are asked once.
   */
  knowsStitched: z.boolean().default(false),
  priceBands: z.array(PriceBand),
  latestOnHome: z.number().int(),
  newOnBrowser: z.number().int(),
});
export type Settings = z.infer<typeof Settings>;

export const NoSuchPage = problem('no-such-page', 404, 'We have no page here.');
export const NotFound = problem('not-found', 404, 'Nothing has been put here yet.');
