import { z } from '@hono/zod-openapi';
import { Product } from '../catalogue/contract.ts';
import { problem } from '../foundation/http/problem.ts';

export const maxWishlistItems = 200;

/** Products of a wishlist, newest first. */
export const Wishlist = z.object({ items: z.array(Product) }).openapi('Wishlist');
export type Wishlist = z.infer<typeof Wishlist>;

/** The numbers of the products on the wishlist. */
export const Hearts = z.object({ proIds: z.array(z.string()) }).openapi('Hearts');
export type Hearts = z.infer<typeof Hearts>;

/** The wishlist after a change. `wished` is true if the product is on the wishlist. */
export const Wished = Hearts.extend({ success: z.literal(true), wished: z.boolean() }).openapi('Wished');
export type Wished = z.infer<typeof Wished>;

/** A product on a customer's wishlist, in the export of the customer's personal data. */
export const ExportedWish = z.object({ proId: z.string(), addedAt: z.string() });
export type ExportedWish = z.infer<typeof ExportedWish>;

/** URL of the shared wishlist, which can be read without sign-in. Null if the wishlist is not shared. */
export const Share = z.object({ url: z.string().nullable() }).openapi('Share');
export type Share = z.infer<typeof Share>;

export const WishlistFull = problem(
  'wishlist-full',
  409,
  `A wishlist holds ${maxWishlistItems} pieces. Please remove one first.`,
);
export const NoSuchList = problem('no-such-list', 404, 'This list is not shared any more.');
