import { z } from '@hono/zod-openapi';
import { asc, eq } from 'drizzle-orm';
import { cached } from '../foundation/cache/read-cache.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  type Banner,
  type BannerPosition,
  NoSuchPage,
  NotFound,
  PageSection,
  Settings,
  Slide,
  type Store,
  type Video,
  type WrittenPage,
  withoutPlaceholder,
} from './contract.ts';
import { banners, pages, settings, stores, tiles, videos } from './tables.server.ts';

/**
 * Parses a JSON record of the database, so that no page shows an incomplete record. @throws Error that names the invalid fields
 */
function readRecord<T extends z.ZodType>(shape: T, record: unknown, name: string): z.infer<T> {
  const read = shape.safeParse(record);
  if (!read.success) throw new Error(`${name} cannot be read:\n${z.prettifyError(read.error)}`);
  return read.data;
}

/** Reads the settings. @throws NotFound (404) if the shop has not been seeded */
export async function readSettings(shop: Shop): Promise<Settings> {
  const [row] = await shop.db.select({ value: settings.value }).from(settings);
  if (!row) throw NotFound('The shop has no settings yet.');
  return readRecord(Settings, row.value, 'The record of the settings');
}

/** Reads the settings through the read cache. The caller must not change the returned object. */
export const readCachedSettings = cached((shop: Shop, _: 'settings') => readSettings(shop));

/** Lists the banners of a position, in their order. The home page shows only the first banner. */
export async function listBanners(shop: Shop, position: BannerPosition): Promise<Banner[]> {
  const rows = await shop.db
    .select()
    .from(banners)
    .where(eq(banners.placement, position))
    .orderBy(asc(banners.position), asc(banners.id));
  return rows.map(({ id, title, slides: stored }) => {
    const slides = readRecord(z.array(Slide), stored, `The slides of the banner ${id}`);
    const [img1 = null, img2 = null, img3 = null, img4 = null, img5 = null] = slides.map(({ img }) => img);
    return { _id: id, img1, img2, img3, img4, img5, title, slides };
  });
}

/** Lists the videos with their ids, for editing. */
export function readVideos({ db }: Shop) {
  const { id, videoUrl, webmUrl, poster, alt } = videos;
  return db
    .select({ id, videoUrl, webmUrl, poster, alt })
    .from(videos)
    .orderBy(asc(videos.position), asc(videos.id));
}

/** Lists the videos with the field names of the API. */
export async function listVideos(shop: Shop): Promise<Video[]> {
  return (await readVideos(shop)).map(({ id, ...video }) => ({ _id: id, ...video }));
}

export function listTiles({ db }: Shop) {
  const { id, title, link, img, colour } = tiles;
  return db.select({ id, title, link, img, colour }).from(tiles).orderBy(asc(tiles.position), asc(tiles.id));
}

/** Lists the stores with their ids, for editing. */
export function readStores({ db }: Shop) {
  const { id, name, address, hours, mapUrl } = stores;
  return db
    .select({ id, name, address, hours, mapUrl })
    .from(stores)
    .orderBy(asc(stores.position), asc(stores.id));
}

/** Lists the stores. Replaces an address that is still a placeholder by an empty text. */
export async function listStores(shop: Shop): Promise<Store[]> {
  const rows = await readStores(shop);
  return rows.map((store) => ({ ...store, address: withoutPlaceholder(store.address) }));
}

/** Reads a written page. Does not fill in its placeholders. @throws NoSuchPage (404) */
export async function readPage(shop: Shop, slug: string): Promise<WrittenPage> {
  const [page] = await shop.db.select().from(pages).where(eq(pages.slug, slug));
  if (!page) throw NoSuchPage();
  const sections = readRecord(z.array(PageSection), page.sections, `The page ${slug}`);
  return { ...page, sections, updatedAt: page.updatedAt.toISOString() };
}
