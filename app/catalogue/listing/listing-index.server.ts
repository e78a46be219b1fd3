import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { ReadCache } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { availableUnits, craftNames, fabricNames, isPublished } from '../product-rows.server.ts';
import { categories, products } from '../tables.server.ts';
import { createListingIndex, type ListingIndex } from './listing-entries.ts';

/** Maximum number of entries that one statement reads. */
const step = 10_000;

/** If more products than this have changed, all entries are read again. */
const maxChanged = 2000;

/**
 * Returns the listing index, including all product changes of which this process has been notified. With a read cache, the index
 * stays in memory, and later calls read only the entries of changed products from the database. Otherwise every call reads all
 * entries. The caller must not change the index.
 */
export function readListingIndex(shop: Shop): Promise<ListingIndex> {
  const { readCache } = shop;
  if (!readCache) return readAll(shop);
  const index = indexes.get(readCache) ?? cacheListingIndex(readCache);
  indexes.set(readCache, index);
  return index(shop);
}

const indexes = new WeakMap<ReadCache, (shop: Shop) => Promise<ListingIndex>>();

function cacheListingIndex(readCache: ReadCache): (shop: Shop) => Promise<ListingIndex> {
  const changed = new Set<string>();
  let current: ListingIndex | undefined;
  let running: Promise<ListingIndex> | undefined;
  /** Incremented when the index is discarded. A read that started before that must not store its result. */
  let generation = 0;

  function discard() {
    generation += 1;
    current = undefined;
    changed.clear();
  }

  const isConnected = readCache.subscribe({
    invalidate(tag) {
      if (tag === 'everything') return discard();
      if (!tag.startsWith('product:')) return;
      changed.add(tag.slice('product:'.length));
      if (changed.size > maxChanged) discard();
    },
    setConnected: discard,
  });

  async function readWhole(shop: Shop): Promise<ListingIndex> {
    const started = generation;
    // This read includes all changes until now. Later changes are collected for the next read.
    changed.clear();
    const index = await readAll(shop);
    if (started === generation && isConnected()) current = index;
    return index;
  }

  async function readChanged(shop: Shop, index: ListingIndex): Promise<ListingIndex> {
    const started = generation;
    const ids = [...changed];
    changed.clear();
    try {
      const rows = await selectEntryRows(shop, sql`${products.id} = any(${sql.param(ids)}::text[])`);
      index.replace(ids, rows);
    } catch (error) {
      if (started === generation) for (const id of ids) changed.add(id);
      throw error;
    }
    return started === generation ? index : readWhole(shop);
  }

  return async (shop) => {
    // Wait for a read in progress: it may have started before the last change that this call must include.
    await running?.catch(() => undefined);
    if (current && changed.size === 0 && !running) return current;
    running ??= (current ? readChanged(shop, current) : readWhole(shop)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function readAll(shop: Shop): Promise<ListingIndex> {
  const index = createListingIndex();
  for (let last = ''; ; ) {
    const rows = await selectEntryRows(shop, gt(products.id, last));
    index.replace([], rows);
    const end = rows.at(-1);
    if (!end || rows.length < step) return index;
    last = end.id;
  }
}

export type ListingEntryRow = Awaited<ReturnType<typeof selectEntryRows>>[number];

function selectEntryRows(shop: Shop, where: SQL) {
  const { id, categoryId, position, createdAt, pricePaise, colour, colourFamily } = products;
  const { type, pattern, video } = products;
  const columns = { id, categoryId, position, createdAt, pricePaise, colour, colourFamily, type, pattern };
  return shop.db
    .select({
      ...columns,
      crafts: craftNames,
      fabrics: fabricNames,
      available: availableUnits(shop),
      video,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isPublished, where))
    .orderBy(asc(products.id))
    .limit(step);
}
