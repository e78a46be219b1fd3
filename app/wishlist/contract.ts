import { z } from '@hono/zod-openapi';
import { Product } from '../catalogue/contract.ts';
import { problem } from '../foundation/http/problem.ts';

/** The most pieces that a wishlist holds. */
export const maxWishlistItems = 200;

/** The pieces of a wishlist, the newest wish first. Each has all that a piece has: the page can show and sell it. */
export const Wishlist = z.object({ items: z.array(Product) }).openapi('Wishlist');
export type Wishlist = z.infer<typeof Wishlist>;

/** Only which pieces: what the hearts need. */
export const Hearts = z.object({ proIds: z.array(z.string()) }).openapi('Hearts');
export type Hearts = z.infer<typeof Hearts>;

/** Whether the piece is on the list now, and the whole list's numbers. */
export const Wished = Hearts.extend({ success: z.literal(true), wished: z.boolean() }).openapi('Wished');
export type Wished = z.infer<typeof Wished>;

/** A product on a customer's wishlist, in the export of their personal data. */
export const ExportedWish = z.object({ proId: z.string(), addedAt: z.string() });
export type ExportedWish = z.infer<typeof ExportedWish>;

/** The address under which anybody who has it may look at the list; `null` while it is not shared. */
export const Share = z.object({ url: z.string().nullable() }).openapi('Share');
export type Share = z.infer<typeof Share>;

export const WishlistFull = problem(
  'wishlist-full',
  409,
  `A wishlist holds ${maxWishlistItems} pieces. Please remove one first.`,
);
export const NoSuchList = problem('no-such-list', 404, 'This list is not shared any more.');
