import { z } from '@hono/zod-openapi';
import { asc, eq } from 'drizzle-orm';
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
  type Tile,
  type Video,
  type WrittenPage,
  withoutPlaceholder,
} from './contract.ts';
import { banners, pages, settings, stores, tiles, videos } from './tables.server.ts';

/**
 * A record that the database keeps as JSON, checked against its shape. Throws an Error that names what is wrong with it:
 * better than a page that shows half of it.
 */
function readRecord<T extends z.ZodType>(shape: T, record: unknown, name: string): z.infer<T> {
  const read = shape.safeParse(record);
  if (!read.success) throw new Error(`${name} cannot be read:\n${z.prettifyError(read.error)}`);
  return read.data;
}

/** What the owner decided once for the whole shop. Throws `not-found` (404) before the shop is furnished. */
export async function readSettings(shop: Shop): Promise<Settings> {
  const [row] = await shop.db.select({ value: settings.value }).from(settings);
  if (!row) throw NotFound('The shop has no settings yet.');
  return readRecord(Settings, row.value, 'The record of the settings');
}

/** The banner records of one place, in their order; the home page's hero is the first record of `first`. */
export async function listBanners(shop: Shop, position: BannerPosition): Promise<Banner[]> {
  const rows = await shop.db
    .select()
    .from(banners)
    .where(eq(banners.placement, position))
    .orderBy(asc(banners.position), asc(banners.id));
  return rows.map(({ id, title, slides: stored }) => {
    const slides = readRecord(z.array(Slide), stored, `The slides of the banner ${id}`);
    const [img1, img2, img3, img4, img5] = slides.map(({ img }) => img);
    return {
      _id: id,
      img1: img1 ?? null,
      img2: img2 ?? null,
      img3: img3 ?? null,
      img4: img4 ?? null,
      img5: img5 ?? null,
      title,
      slides,
    };
  });
}

export async function listVideos(shop: Shop): Promise<Video[]> {
  const rows = await shop.db.select().from(videos).orderBy(asc(videos.position), asc(videos.id));
  return rows.map(({ id, videoUrl, webmUrl, poster, alt }) => ({ _id: id, videoUrl, webmUrl, poster, alt }));
}

export function listTiles(shop: Shop): Promise<Tile[]> {
  return shop.db
    .select({ title: tiles.title, link: tiles.link, img: tiles.img, colour: tiles.colour })
    .from(tiles)
    .orderBy(asc(tiles.position));
}

export async function listStores(shop: Shop): Promise<Store[]> {
  const rows = await shop.db
    .select({ name: stores.name, address: stores.address, hours: stores.hours, mapUrl: stores.mapUrl })
    .from(stores)
    .orderBy(asc(stores.position));
  return rows.map((store) => ({ ...store, address: withoutPlaceholder(store.address) }));
}

/** A written page: a policy, or the story. Throws `no-such-page` (404). */
export async function readPage(shop: Shop, slug: string): Promise<WrittenPage> {
  const [page] = await shop.db.select().from(pages).where(eq(pages.slug, slug));
  if (!page) throw NoSuchPage();
  const sections = readRecord(z.array(PageSection), page.sections, `The page ${slug}`);
  return { ...page, sections, updatedAt: page.updatedAt.toISOString() };
}
