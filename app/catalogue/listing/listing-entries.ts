import type { Sort } from '../contract.ts';
import { createFacetIndex, type FacetIndex } from './facet-index.ts';
import type { ListingEntryRow } from './listing-index.server.ts';

const textDimensions = ['craft', 'fabric', 'color', 'type', 'pattern'] as const;
export type TextDimension = (typeof textDimensions)[number];

/**
 * Creates an object with a value for each dimension. It is an object literal, because V8 reads the properties of literals
 * fastest.
 */
export const perTextDimension = <T>(create: (dimension: TextDimension) => T): Record<TextDimension, T> => ({
  craft: create('craft'),
  fabric: create('fabric'),
  color: create('color'),
  type: create('type'),
  pattern: create('pattern'),
});

/**
 * A published product with the columns that scopes, sort orders and filters need. Other columns are read from the database. Each
 * text dimension contains the number that the {@link FacetIndex} of this dimension gives to the product's values.
 */
export type ListingEntry = {
  id: string;
  categoryId: string;
  position: number;
  /** Time in milliseconds since 1970. */
  createdAt: number;
  pricePaise: number;
  inStock: boolean;
  hasVideo: boolean;
} & Record<TextDimension, number>;

const orders: Record<Sort, (a: ListingEntry, b: ListingEntry) => number> = {
  featured: (a, b) => a.position - b.position || b.createdAt - a.createdAt || byId(a, b),
  newest: (a, b) => b.createdAt - a.createdAt || byId(a, b),
  'price-asc': (a, b) => a.pricePaise - b.pricePaise || byId(a, b),
  'price-desc': (a, b) => b.pricePaise - a.pricePaise || byId(a, b),
};

function byId({ id: one }: ListingEntry, { id: other }: ListingEntry): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** If more products than this change at once, the sorted lists are discarded. Each list is created again when it is read next. */
const maxReplaced = 200;

export type ListingIndex = ReturnType<typeof createListingIndex>;

/** Creates the index of the entries of all published products. */
export function createListingIndex() {
  const entries = new Map<string, ListingEntry>();
  const counts = new Map<string, number>();
  /** Sorted lists by sort order and category. Each is created when it is read for the first time. */
  const lists = new Map<string, { sort: Sort; categoryId: string | undefined; sorted: ListingEntry[] }>();
  // Use one string object per category, because thousands of products share a few categories.
  const categoryIds = new Map<string, string>();
  const dictionaries = perTextDimension(createFacetIndex);

  function toEntry(row: ListingEntryRow): ListingEntry {
    const { crafts, fabrics, colour, colourFamily, type, pattern } = row;
    const categoryId = categoryIds.get(row.categoryId) ?? row.categoryId;
    categoryIds.set(categoryId, categoryId);
    return {
      id: row.id,
      categoryId,
      position: row.position,
      createdAt: row.createdAt.getTime(),
      pricePaise: row.pricePaise,
      inStock: row.available > 0,
      hasVideo: row.video !== null,
      craft: dictionaries.craft.numberOf(crafts, crafts),
      fabric: dictionaries.fabric.numberOf(fabrics, fabrics),
      color: dictionaries.color.numberOf(given(colourFamily?.trim()), given(colour, colourFamily)),
      type: dictionaries.type.numberOf(given(type?.trim()), given(type)),
      pattern: dictionaries.pattern.numberOf(given(pattern?.trim()), given(pattern)),
    };
  }

  function count(entry: ListingEntry, change: 1 | -1) {
    counts.set(entry.categoryId, (counts.get(entry.categoryId) ?? 0) + change);
    for (const dimension of textDimensions) dictionaries[dimension].count(entry[dimension], change);
  }

  function add(entry: ListingEntry) {
    entries.set(entry.id, entry);
    count(entry, 1);
    for (const list of listsWith(entry)) list.sorted.splice(indexIn(list, entry), 0, entry);
  }

  function remove(entry: ListingEntry) {
    for (const list of listsWith(entry)) list.sorted.splice(indexIn(list, entry), 1);
    count(entry, -1);
    entries.delete(entry.id);
  }

  const listsWith = ({ categoryId }: ListingEntry) =>
    [...lists.values()].filter((list) => list.categoryId === undefined || list.categoryId === categoryId);

  return {
    dictionaries,
    get count() {
      return entries.size;
    },
    countIn: (categoryId: string) => counts.get(categoryId) ?? 0,
    find: (id: string) => entries.get(id),
    /** Returns all entries, or those of one category, sorted. */
    inOrder(sort: Sort, categoryId?: string): readonly ListingEntry[] {
      const key = `${sort} ${categoryId ?? ''}`;
      const list = lists.get(key);
      if (list) return list.sorted;
      const matching = [...entries.values()].filter(
        (entry) => categoryId === undefined || entry.categoryId === categoryId,
      );
      // Do not store empty lists, because a request can name any category.
      if (matching.length > 0) lists.set(key, { sort, categoryId, sorted: matching.sort(orders[sort]) });
      return matching;
    },
    /** Returns the entries of the published products of `ids`, sorted. */
    pick(ids: readonly string[], sort: Sort): readonly ListingEntry[] {
      const list = ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
      return list.sort(orders[sort]);
    },
    /** Replaces the entries of the products with these ids by the rows. Removes a product that has no row. */
    replace(ids: readonly string[], rows: readonly ListingEntryRow[]): void {
      if (ids.length + rows.length > maxReplaced) lists.clear();
      for (const id of ids) {
        const entry = entries.get(id);
        if (entry) remove(entry);
      }
      for (const row of rows) add(toEntry(row));
    },
  };
}

/**
 * Returns the index of an entry in a sorted list. If the list does not contain the entry, returns the index at which to insert
 * it.
 */
function indexIn(
  { sort, sorted }: { sort: Sort; sorted: readonly ListingEntry[] },
  entry: ListingEntry,
): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other && orders[sort](other, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the texts that are neither missing nor empty. */
function given(...text: readonly (string | null | undefined)[]): string[] {
  return text.filter((word): word is string => Boolean(word));
}
