import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import type { BannerPosition, Slide } from './contract.ts';
import type { EditBannerInput, EditStoresInput, EditTilesInput, EditVideosInput } from './edit/contract.ts';
import { ContentChanged } from './settings/contract.ts';
import { banners, settings, stores, tiles, videos } from './tables.server.ts';

/** A fingerprint of a list, so that two who change it at once notice. */
export function versionOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
}

/** One at a time writes the lists of the window: of an empty list there is no row that could be locked. */
async function lockContent(tx: Tx): Promise<void> {
  await tx.db.select({ id: settings.id }).from(settings).for('update');
}

/** The banner that the home page shows at a place; blank before there is one. */
export async function readBanner({ db }: Shop, position: BannerPosition) {
  const [row] = await db
    .select()
    .from(banners)
    .where(eq(banners.placement, position))
    .orderBy(asc(banners.position), asc(banners.id))
    .limit(1);
  return { id: row?.id, title: row?.title ?? '', slides: row?.slides ?? [] };
}

const orUndefined = (text: string) => text || undefined;

/** Writes a place's banner anew. Throws ContentChanged (409). */
export async function editBanner(
  tx: Tx,
  position: BannerPosition,
  { seenVersion, title, slides }: EditBannerInput,
) {
  await lockContent(tx);
  const { id, ...before } = await readBanner(tx, position);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  const stored: Slide[] = slides.map(({ title, text, linkLabel, link, ...slide }) => ({
    ...slide,
    title: orUndefined(title),
    text: orUndefined(text),
    linkLabel: orUndefined(linkLabel),
    link: orUndefined(link),
  }));
  const row = { placement: position, title: title || null, slides: stored };
  if (id) await tx.db.update(banners).set(row).where(eq(banners.id, id));
  else await tx.db.insert(banners).values(row);
  return { before, after: { title, slides: stored } };
}

export function readTiles({ db }: Shop) {
  const { id, title, link, img, colour } = tiles;
  return db.select({ id, title, link, img, colour }).from(tiles).orderBy(asc(tiles.position), asc(tiles.id));
}

export function readVideos({ db }: Shop) {
  const { id, videoUrl, webmUrl, poster, alt } = videos;
  return db
    .select({ id, videoUrl, webmUrl, poster, alt })
    .from(videos)
    .orderBy(asc(videos.position), asc(videos.id));
}

export function readStores({ db }: Shop) {
  const { id, name, address, hours, mapUrl } = stores;
  return db
    .select({ id, name, address, hours, mapUrl })
    .from(stores)
    .orderBy(asc(stores.position), asc(stores.id));
}

/** The rows of a new list: those that were there keep their ids, whoever has none of theirs gets a new one. */
function rowsOf<T extends { id: string | null }>(before: readonly { id: string }[], items: readonly T[]) {
  const ids = new Set(before.map(({ id }) => id));
  return items.map((item, position) => {
    const id = item.id !== null && ids.delete(item.id) ? item.id : undefined;
    return { ...item, id, position };
  });
}

/** Writes all tiles anew, in their order. Throws ContentChanged (409); so do the two below. */
export async function editTiles(tx: Tx, { seenVersion, items }: EditTilesInput) {
  await lockContent(tx);
  const before = await readTiles(tx);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  await tx.db.delete(tiles);
  if (items.length > 0) await tx.db.insert(tiles).values(rowsOf(before, items));
  return { before, after: await readTiles(tx) };
}

export async function editVideos(tx: Tx, { seenVersion, items }: EditVideosInput) {
  await lockContent(tx);
  const before = await readVideos(tx);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  await tx.db.delete(videos);
  if (items.length > 0) await tx.db.insert(videos).values(rowsOf(before, items));
  return { before, after: await readVideos(tx) };
}

export async function editStores(tx: Tx, { seenVersion, items }: EditStoresInput) {
  await lockContent(tx);
  const before = await readStores(tx);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  await tx.db.delete(stores);
  if (items.length > 0) await tx.db.insert(stores).values(rowsOf(before, items));
  return { before, after: await readStores(tx) };
}
