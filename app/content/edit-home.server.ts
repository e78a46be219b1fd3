import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { listTiles, readStores, readVideos } from './content.server.ts';
import type { BannerPosition, Slide } from './contract.ts';
import type { EditBannerInput, EditStoresInput, EditTilesInput, EditVideosInput } from './edit-contract.ts';
import { ContentChanged } from './settings-contract.ts';
import { banners, settings, stores, tiles, videos } from './tables.server.ts';

/** Returns a hash of a record or a list, which is used as its version. */
export function versionOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
}

/** Compares two records for the audit log. Returns only the fields that differ, to keep the log small. */
export function changeOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const parts = Object.keys({ ...before, ...after });
  const changed = parts.filter((part) => !isDeepStrictEqual(before[part], after[part]));
  const changedOf = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([part]) => changed.includes(part)));
  return { before: changedOf(before), after: changedOf(after), isUnchanged: changed.length === 0 };
}

/**
 * Locks the settings until the transaction ends. A change of a banner or a list locks the settings too, because an empty list has
 * no row to lock.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.db.select({ id: settings.id }).from(settings).for('update');
}

/** Reads the banner that the home page shows at a position. Returns an empty banner if there is none. */
export async function readBanner({ db }: Shop, position: BannerPosition) {
  const [row] = await db
    .select()
    .from(banners)
    .where(eq(banners.placement, position))
    .orderBy(asc(banners.position), asc(banners.id))
    .limit(1);
  return { id: row?.id, title: row?.title ?? '', slides: row?.slides ?? [] };
}

/** Replaces the banner at a position. @throws ContentChanged (409) if the banner has changed since `seenVersion` */
export async function editBanner(tx: Tx, position: BannerPosition, input: EditBannerInput) {
  const { seenVersion, title, slides } = input;
  await lockSettings(tx);
  const { id, ...before } = await readBanner(tx, position);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  const newSlides: Slide[] = slides.map(({ title, text, linkLabel, link, ...slide }) => ({
    ...slide,
    ...(title && { title }),
    ...(text && { text }),
    ...(linkLabel && { linkLabel }),
    ...(link && { link }),
  }));
  const change = changeOf(before, { title, slides: newSlides });
  if (change.isUnchanged) return change;
  const row = { placement: position, title: title || null, slides: newSlides };
  if (id) await tx.db.update(banners).set(row).where(eq(banners.id, id));
  else await tx.db.insert(banners).values(row);
  return change;
}

/** Returns the rows of a changed list. Existing items keep their ids. The database generates ids for new items. */
function rowsOf<T extends { id: string | null }>(before: readonly { id: string }[], items: readonly T[]) {
  const ids = new Set(before.map(({ id }) => id));
  return items.map((item, position) => {
    const id = item.id !== null && ids.delete(item.id) ? item.id : undefined;
    return { ...item, id, position };
  });
}

/**
 * Replaces a list of the home page. Existing items keep their ids.
 * @throws ContentChanged (409) if the list has changed since `seenVersion`
 */
async function editList<Row extends { id: string }, Item extends { id: string | null }>(
  tx: Tx,
  table: typeof tiles | typeof videos | typeof stores,
  read: (shop: Shop) => PromiseLike<Row[]>,
  { seenVersion, items }: { seenVersion: string; items: readonly Item[] },
  insert: (rows: ReturnType<typeof rowsOf<Item>>) => PromiseLike<unknown>,
) {
  await lockSettings(tx);
  const before = await read(tx);
  if (versionOf(before) !== seenVersion) throw ContentChanged();
  if (isDeepStrictEqual(items, before)) return { before, after: before, isUnchanged: true };
  await tx.db.delete(table);
  if (items.length > 0) await insert(rowsOf(before, items));
  return { before, after: await read(tx), isUnchanged: false };
}

export const editTiles = (tx: Tx, input: EditTilesInput) =>
  editList(tx, tiles, listTiles, input, (rows) => tx.db.insert(tiles).values(rows));

export const editVideos = (tx: Tx, input: EditVideosInput) =>
  editList(tx, videos, readVideos, input, (rows) => tx.db.insert(videos).values(rows));

export const editStores = (tx: Tx, input: EditStoresInput) =>
  editList(tx, stores, readStores, input, (rows) => tx.db.insert(stores).values(rows));
