import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { ReadCache } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { craftNames, fabricNames, isPublished, sellable } from '../product-rows.server.ts';
import { categories, products } from '../tables.server.ts';
import { createListingIndex, type ListingEntryRow, type ListingIndex } from './listing-entries.ts';

/** So many cards are read in one statement. */
const step = 10_000;

/** When more pieces than this have changed, all cards are read anew. */
const mostChanged = 2000;

/**
 * The card index, as fresh as the changes that this process has heard of. A shop with a memory keeps it, and reads the
 * cards of those pieces alone that have changed; one without reads it whole. Nobody may change it.
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
  let stored: ListingIndex | undefined;
  let underWay: Promise<ListingIndex> | undefined;
  /** One more whenever what is being read may not be kept. */
  let moment = 0;

  function forget() {
    moment += 1;
    stored = undefined;
    changed.clear();
  }

  const isConnected = readCache.subscribe({
    invalidate(tag) {
      if (tag === 'everything') return forget();
      if (!tag.startsWith('product:')) return;
      changed.add(tag.slice('product:'.length));
      if (changed.size > mostChanged) forget();
    },
    setConnected: forget,
  });

  async function readWhole(shop: Shop): Promise<ListingIndex> {
    const begun = moment;
    // What changes from here on is read once more.
    changed.clear();
    const cards = await readAll(shop);
    if (begun === moment && isConnected()) stored = cards;
    return cards;
  }

  async function readChanged(shop: Shop, cards: ListingIndex): Promise<ListingIndex> {
    const begun = moment;
    const ids = [...changed];
    changed.clear();
    try {
      const rows = await selectCards(shop, sql`${products.id} = any(${sql.param(ids)}::text[])`);
      cards.replace(ids, rows);
    } catch (error) {
      if (begun === moment) for (const id of ids) changed.add(id);
      throw error;
    }
    return begun === moment ? cards : readWhole(shop);
  }

  return async (shop) => {
    // A reading that was under way may have begun before the last change that this one must see.
    await underWay?.catch(() => undefined);
    if (stored && changed.size === 0 && !underWay) return stored;
    underWay ??= (stored ? readChanged(shop, stored) : readWhole(shop)).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function readAll(shop: Shop): Promise<ListingIndex> {
  const cards = createListingIndex();
  for (let last = ''; ; ) {
    const rows = await selectCards(shop, gt(products.id, last));
    cards.replace([], rows);
    const end = rows.at(-1);
    if (!end || rows.length < step) return cards;
    last = end.id;
  }
}

function selectCards(shop: Shop, where: SQL): Promise<ListingEntryRow[]> {
  return shop.db
    .select({
      id: products.id,
      categoryId: products.categoryId,
      position: products.position,
      createdAt: products.createdAt,
      pricePaise: products.pricePaise,
      colour: products.colour,
      colourFamily: products.colourFamily,
      type: products.type,
      pattern: products.pattern,
      crafts: craftNames,
      fabrics: fabricNames,
      sellable,
      video: products.video,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isPublished, where))
    .orderBy(asc(products.id))
    .limit(step);
}
