import { z } from '@hono/zod-openapi';
import { ProductImage } from '../catalogue/contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { cartFullMessage, maxLines, storableText } from './limits.ts';

/**
 * Kinds of notes on a line. `price`: the price has changed. `fewer`: the quantity is capped by the stock or by `maxQuantity`.
 * `held`: other shoppers hold the units. `sold-out`: no unit is left. `gone`: the product is not published. `size`: the line has
 * no valid size.
 */
export const noteKinds = ['price', 'fewer', 'held', 'sold-out', 'gone', 'size'] as const;
export type NoteKind = (typeof noteKinds)[number];

export const CartLine = z
  .object({
    _id: z.string(),
    id: z.string(),
    proId: z.string(),
    productName: z.string(),
    title: z.string(),
    /** Unit price in rupees. */
    proPrice: z.number(),
    /** Line total in rupees: `proPrice × quantity`, or 0 if the line cannot be bought. */
    price: z.number(),
    /** Units in the cart, capped at `stock`. A line without stock keeps its requested quantity, capped at `maxQuantity`. */
    quantity: z.number().int(),
    img1: z.string().nullable(),
    image: z.string().nullable(),
    mrp: z.number().nullable(),

    /** The variant's id; `null` if the line has no valid size. */
    size: z.string().nullable(),
    /** `null` for a product without sizes, and for a line without a valid size. */
    sizeLabel: z.string().nullable(),
    /**
     * Units that this shopper can buy, capped at `maxQuantity`. Without a valid size: the units of the size with the most units.
     */
    stock: z.number().int(),
    url: z.string(),
    picture: ProductImage.nullable(),
    /** The product's first craft and its place of origin: `Banarasi brocade, Varanasi`. */
    from: z.string(),
    notes: z.array(z.object({ kind: z.enum(noteKinds), words: z.string() })),
    /** Copies of the product's fields `returnable` and `cancellable`. */
    returnable: z.boolean().optional(),
    cancellable: z.boolean().optional(),
  })
  .openapi('CartLine');
export type CartLine = z.infer<typeof CartLine>;

/** A cart with the current names, prices and stock from the database. */
export const Cart = z
  .object({
    items: z.array(CartLine),
    /** Number of lines in the cart, which the badge shows. */
    count: z.number().int(),
    /** Amount in rupees, like all amounts of the cart. */
    subtotal: z.number(),
    shippingCost: z.number(),
    /** Tax added to the prices: always 0. */
    tax: z.number(),
    /**
     * The GST that the total includes, calculated as for an invoice to another state. Omitted if the seller has no GSTIN, or if a
     * product's rate is unknown.
     */
    includedGst: z.number().optional(),
    total: z.number(),
    /** Number of changes made to the cart; 0 for a guest's cart. */
    version: z.number().int(),
    /**
     * Message to the shopper about the result of this request, such as “Only 2 left.”, or `null` if there is nothing to report.
     */
    notice: z.string().nullable(),
  })
  .openapi('Cart');
export type Cart = z.infer<typeof Cart>;

const notANumber = 'Please give a whole number, 1 or more.';
/** Maximum quantity that a request may contain. Quantities up to this number are capped at the line's maximum, not rejected. */
const maxRequested = 10_000;
const quantity = z.int(notANumber).min(1, notANumber).max(maxRequested, 'That is more than a cart can hold.');

const missingNumber = 'The number of a piece is missing.';

/** A product number, variant id or line id. */
export const CartRequestId = z
  .string(missingNumber)
  .trim()
  .min(1, missingNumber)
  .max(60, 'That is too long.')
  .regex(storableText, 'This is not the number of a piece.');

/** Units of a product to add. `size` is required for a product with several sizes. */
export const AddToCart = z
  .object({
    quantity: quantity.default(1),
    size: CartRequestId.optional(),
    /** Id of the line in front of which the new line is inserted. If undefined, the new line is appended. */
    before: CartRequestId.optional(),
  })
  .openapi('AddToCart');
export type AddToCart = z.infer<typeof AddToCart>;

/** New quantity of a line. The specification requires `price`; the server ignores it. */
export const EditLine = z.object({ quantity, price: z.unknown().optional() }).openapi('EditLine');

/** A line of a guest's cart in a request. The browser may send further fields of its stored line, which are ignored. */
export const GuestEntry = z.object({
  proId: CartRequestId,
  quantity: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxRequested)
    .catch(1)
    .openapi({ type: 'integer', default: 1 }),
  /** The variant's id. Undefined in lines stored by older versions of the page. */
  size: CartRequestId.nullish()
    .catch(undefined)
    .openapi({ type: ['string', 'null'] }),
  /** Unit price in rupees when the guest last set the line. Used only to report a price change. */
  proPrice: z
    .number()
    .min(0)
    .nullish()
    .catch(undefined)
    .openapi({ type: ['number', 'null'] }),
  /** The product name stored by the browser, for the notice if the product is no longer sold. */
  productName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(storableText)
    .nullish()
    .catch(undefined)
    .openapi({ type: ['string', 'null'] }),
});
export type GuestEntry = z.infer<typeof GuestEntry>;

const entries = z.array(GuestEntry).max(maxLines, `A cart has room for ${maxLines} lines.`);

/** Request to quote prices for a guest's cart. */
export const GuestCart = z.strictObject({ items: entries }).openapi('GuestCart');

/** Request to merge a guest's cart into the customer's. `key` is the guest cart's random id, for idempotence. */
export const CartMerge = z
  .strictObject({
    key: z.string().regex(/^[\w-]{16,64}$/, 'The key has 16 to 64 letters, digits and hyphens.'),
    items: entries,
  })
  .openapi('CartMerge');
export type CartMerge = z.infer<typeof CartMerge>;

/** The cart after a merge. `waiting` contains the entries that were not merged because they have no valid size. */
export const MergedCart = Cart.extend({ waiting: z.array(GuestEntry) }).openapi('MergedCart');
export type MergedCart = z.infer<typeof MergedCart>;

/** A line of a customer's cart in the export of the customer's personal data. */
export const ExportedCartLine = z.object({
  proId: z.string(),
  quantity: z.number().int(),
  addedAt: z.string(),
});
export type ExportedCartLine = z.infer<typeof ExportedCartLine>;

export const NoSuchLine = problem('no-such-line', 404, 'This piece is not in your cart any more.');
export const SoldOut = problem('sold-out', 409, 'This piece is sold out.');
export const BeingBought = problem(
  'being-bought',
  409,
  'This piece is being paid for right now. It may be available again in a few minutes.',
);
export const SizeNeeded = problem('size-needed', 400, 'Please choose a size.');
export const NoSuchSize = problem('no-such-size', 404, 'This piece does not come in that size.');
export const CartFull = problem('cart-full', 409, cartFullMessage);
