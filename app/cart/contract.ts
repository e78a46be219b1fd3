import { z } from '@hono/zod-openapi';
import { ProductImage } from '../catalogue/contract.ts';
import { problem } from '../foundation/http/problem.ts';

/** The most of one size that a line may hold, however many there are. */
export const maxQuantity = 99;

/** The most lines that a cart may hold. */
export const maxLines = 100;

/**
 * What a shopper should know about a line: the price is another than when they set it; fewer are left than they
 * wished for; it is sold out; it is no longer in the shop; its size is still to be chosen.
 */
export const noteKinds = ['price', 'fewer', 'sold-out', 'gone', 'size'] as const;
export type NoteKind = (typeof noteKinds)[number];

export const CartLine = z
  .object({
    _id: z.string(),
    id: z.string(),
    proId: z.string(),
    productName: z.string(),
    title: z.string(),
    /** What one costs, in rupees. */
    proPrice: z.number(),
    /** What the line costs: `proPrice × quantity`, and 0 where nothing of it can be sold. In rupees. */
    price: z.number(),
    /** How many are in the cart; never more than can be sold, except that a sold-out line keeps what was wished for. */
    quantity: z.number().int(),
    img1: z.string().nullable(),
    image: z.string().nullable(),
    mrp: z.number().nullable(),

    /** The variant that the line holds; `null` while a size is still to be chosen. */
    size: z.string().nullable(),
    /** `null` for a piece without sizes. */
    sizeLabel: z.string().nullable(),
    /** How many of it this shopper can have. */
    stock: z.number().int(),
    /** The path of the piece's page. */
    url: z.string(),
    picture: ProductImage.nullable(),
    /** Its leading craft and its place: `Banarasi brocade, Varanasi`. */
    from: z.string(),
    notes: z.array(z.object({ kind: z.enum(noteKinds), words: z.string() })),
  })
  .openapi('CartLine');
export type CartLine = z.infer<typeof CartLine>;

/** A cart as the shop sees it now: names, prices and stock are the shop's, whatever was sent. */
export const Cart = z
  .object({
    items: z.array(CartLine),
    /** How many lines it has: what the badge shows. */
    count: z.number().int(),
    /** Rupees, as all sums here. */
    subtotal: z.number(),
    shippingCost: z.number(),
    tax: z.number(),
    total: z.number(),
    /** Counts every change of the cart; 0 for a guest's. */
    version: z.number().int(),
    /** What the shopper should be told about the change that was just made: `Only 2 left.` */
    notice: z.string().nullable(),
  })
  .openapi('Cart');
export type Cart = z.infer<typeof Cart>;

const notANumber = 'Please give a whole number, 1 or more.';
const quantity = z.int(notANumber).min(1, notANumber).max(10_000, 'That is more than a cart holds.');

const noNumber = 'The number of a piece is missing.';
/** Without control signs and halves of signs, which the database cannot hold. */
const readable = /^[^\p{Cc}\p{Cs}]*$/u;

/** What names a piece, a variant or a line. */
export const ItemId = z
  .string(noNumber)
  .trim()
  .min(1, noNumber)
  .max(60, 'That is too long.')
  .regex(readable, 'That is no number of a piece.');

/** So many more of a piece. A piece with sizes needs one; a piece without has none. */
export const AddToCart = z
  .object({
    quantity: quantity.default(1),
    size: ItemId.optional(),
    /** The id of the line in front of which a new line is inserted. Without it, or if that line is gone: the end. */
    before: ItemId.optional(),
  })
  .openapi('AddToCart');
export type AddToCart = z.infer<typeof AddToCart>;

/** So many of it. `price` may come along, as the specification has it, and is ignored. */
export const EditLine = z.object({ quantity, price: z.unknown().optional() }).openapi('EditLine');

/** A line as a guest's browser keeps it; everything but these fields is ignored. */
export const GuestEntry = z.object({
  proId: ItemId,
  quantity: z.coerce.number().int().min(1).max(10_000).catch(1).openapi({ type: 'integer', default: 1 }),
  /** The variant. Lines kept by older pages have none. */
  size: ItemId.nullish()
    .catch(undefined)
    .openapi({ type: ['string', 'null'] }),
  /** What one cost when the guest put it in, in rupees; only to tell that the price has changed since. */
  proPrice: z
    .number()
    .min(0)
    .nullish()
    .catch(undefined)
    .openapi({ type: ['number', 'null'] }),
  /** What the guest's browser calls it: to name it by, should it not be in the shop any more. */
  productName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(readable)
    .nullish()
    .catch(undefined)
    .openapi({ type: ['string', 'null'] }),
});
export type GuestEntry = z.infer<typeof GuestEntry>;

const entries = z.array(GuestEntry).max(maxLines, `A cart has room for ${maxLines} lines.`);

/** A guest's cart, to be looked at. */
export const GuestCart = z.strictObject({ items: entries }).openapi('GuestCart');

/** A guest's cart, to be brought into the shopper's own. `key` is the guest cart's random name. */
export const CartMerge = z
  .strictObject({
    key: z.string().regex(/^[\w-]{16,64}$/, 'The key has 16 to 64 letters, digits and hyphens.'),
    items: entries,
  })
  .openapi('CartMerge');
export type CartMerge = z.infer<typeof CartMerge>;

/** The cart after a merge, and what could not be brought in because its size is still to be chosen. */
export const MergedCart = Cart.extend({ waiting: z.array(GuestEntry) }).openapi('MergedCart');
export type MergedCart = z.infer<typeof MergedCart>;

export const NoSuchLine = problem('no-such-line', 404, 'That is not in your cart any more.');
export const SoldOut = problem('sold-out', 409, 'This piece is sold out.');
export const BeingBought = problem(
  'being-bought',
  409,
  'Somebody is paying for it right now. It may come back in a few minutes.',
);
export const SizeNeeded = problem('size-needed', 400, 'Please choose a size.');
export const NoSuchSize = problem('no-such-size', 404, 'This piece does not come in that size.');
export const CartFull = problem('cart-full', 409, `A cart has room for ${maxLines} different pieces.`);
