import { z } from '@hono/zod-openapi';
import { CategoryText } from '../../catalogue/categories-contract.ts';
import {
  bannerPositions,
  Contradiction,
  Seller,
  Slide,
  Store,
  Tile,
  Video,
  WrittenPage,
} from '../../content/contract.ts';
import { ShopContact, ShopRules, ShopTexts } from '../../content/settings-contract.ts';
import { problem } from '../../foundation/http/problem.ts';

/**
 * Version of a part of the content. An edit sends it as `seenVersion` and is rejected if that part has changed in the meantime.
 */
const version = z.string();

function listWith<T extends z.ZodType>(item: T) {
  return z.object({ version, items: z.array(item) });
}

export const AdminBanner = z
  .object({ position: z.enum(bannerPositions), version, title: z.string(), slides: z.array(Slide) })
  .openapi('AdminBanner');
export type AdminBanner = z.infer<typeof AdminBanner>;

export const AdminPage = WrittenPage.omit({ word: true })
  .extend({ version, contradictions: z.array(Contradiction) })
  .openapi('AdminPage');
export type AdminPage = z.infer<typeof AdminPage>;

const id = z.string();

/** All content of the shop. Amounts are in rupees. */
export const AdminContent = z
  .object({
    settings: z.object({
      versions: z.object({ texts: version, contact: version, rules: version, seller: version }),
      texts: ShopTexts,
      contact: ShopContact,
      rules: ShopRules,
      seller: Seller,
    }),
    banners: z.array(AdminBanner),
    tiles: listWith(z.object({ id, ...Tile.shape })),
    videos: listWith(z.object({ id, ...Video.omit({ _id: true }).shape })),
    stores: listWith(z.object({ id, ...Store.shape })),
    categories: listWith(CategoryText),
    pages: z.array(AdminPage),
    /** Sentences of the home page texts that contradict a rule of the settings. */
    textContradictions: z.array(Contradiction),
    /** Placeholders that pages may contain in braces, with their values. */
    placeholders: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .openapi('AdminContent');
export type AdminContent = z.infer<typeof AdminContent>;

export const UploadsQuery = z.strictObject({
  kind: z.enum(['images', 'videos']),
  /** Number of the newest files to skip. */
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** Uploaded files, newest first. `next` is the `offset` of the next page. */
export const Uploads = z
  .object({ files: z.array(z.string()), next: z.number().int().nullable() })
  .openapi('Uploads');

export const Uploaded = z.object({ file: z.string() }).openapi('Uploaded');

export const FileNotFound = problem(
  'file-gone',
  400,
  'A file that you chose no longer exists. Please choose another one.',
);
export const InvalidSeller = problem('invalid-seller', 400, 'Please check the details of the seller.');
