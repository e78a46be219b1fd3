import type { Sort } from '../contract.ts';
import type { ListingEntryRow } from './listing-index.server.ts';

export const textDimensions = ['craft', 'fabric', 'color', 'type', 'pattern'] as const;
export type TextDimension = (typeof textDimensions)[number];

/**
 * A published product with the columns that scopes, sort orders and filters need. Other columns are read from the database. A
 * product can have several texts in one dimension, such as two crafts. They are joined to one string, which {@link labelsOf} and
 * {@link searchedTexts} split.
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
} & Record<TextDimension, string>;

/** Separates the texts of one dimension. PostgreSQL cannot store this character, so no text contains it. */
const separator = '\0';

function toEntry(row: ListingEntryRow): ListingEntry {
  return {
    id: row.id,
    categoryId: row.categoryId,
    position: row.position,
    createdAt: row.createdAt.getTime(),
    pricePaise: row.pricePaise,
    inStock: row.available > 0,
    hasVideo: row.video !== null,
    craft: row.crafts.join(separator),
    fabric: row.fabrics.join(separator),
    color: [row.colourFamily, row.colour].join(separator),
    type: row.type ?? '',
    pattern: row.pattern ?? '',
  };
}

/** Splits a joined text into the labels that menus and facets show. For a colour, returns only the label of its family. */
export function labelsOf(dimension: TextDimension, joined: string): string[] {
  const texts = joined.split(separator).map((text) => text.trim());
  return (dimension === 'color' ? texts.slice(0, 1) : texts).filter((text) => text !== '');
}

/** Splits a joined text into the texts that filters search, in lower case. */
export const searchedTexts = (joined: string): string[] => joined.toLowerCase().split(separator);

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

export function addTo(counts: Map<string, number>, value: string, products: number): void {
  counts.set(value, (counts.get(value) ?? 0) + products);
}

export type ListingIndex = ReturnType<typeof createListingIndex>;

/** Creates the index of the entries of all published products. */
export function createListingIndex() {
  const entries = new Map<string, ListingEntry>();
  /** For each sort order, the list of all entries in this order. Each list is created when it is read for the first time. */
  const lists = new Map<Sort, readonly ListingEntry[]>();
  /**
   * Cached numbers of products, by category or by joined text, because every page shows them in its menus. Cleared by every
   * change of the index.
   */
  const counted = new Map<string, Map<string, number>>();

  function countBy(key: 'categoryId' | TextDimension): ReadonlyMap<string, number> {
    const counts = counted.get(key) ?? new Map<string, number>();
    if (!counted.has(key)) for (const entry of entries.values()) addTo(counts, entry[key], 1);
    counted.set(key, counts);
    return counts;
  }

  function sorted(sort: Sort): readonly ListingEntry[] {
    const list = lists.get(sort) ?? [...entries.values()].sort(orders[sort]);
    lists.set(sort, list);
    return list;
  }

  return {
    get count() {
      return entries.size;
    },
    /** Returns the number of products for each category that has products. */
    countByCategory: () => countBy('categoryId'),
    /** Returns the number of products for each label that has products. */
    countByLabel(dimension: TextDimension): Map<string, number> {
      const counts = new Map<string, number>();
      for (const [joined, products] of countBy(dimension))
        for (const label of labelsOf(dimension, joined)) addTo(counts, label, products);
      return counts;
    },
    find: (id: string) => entries.get(id),
    inOrder(sort: Sort, categoryId?: string): readonly ListingEntry[] {
      if (categoryId === undefined) return sorted(sort);
      return sorted(sort).filter((entry) => entry.categoryId === categoryId);
    },
    /** Returns the entries of the products with these ids, sorted. Omits unpublished products. */
    pick(ids: readonly string[], sort: Sort): readonly ListingEntry[] {
      const list = ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
      return list.sort(orders[sort]);
    },
    /**
     * Replaces the entries of the products with these ids by entries from the rows. Removes the entry of a product that has no
     * row.
     */
    replace(ids: readonly string[], rows: readonly ListingEntryRow[]): void {
      const replaced = new Set(ids);
      const added = rows.map(toEntry);
      counted.clear();
      for (const id of replaced) entries.delete(id);
      for (const entry of added) entries.set(entry.id, entry);
      // Update the sorted lists instead of clearing them, because sorting an almost sorted list is faster.
      for (const [sort, list] of lists) {
        const unchanged = list.filter(({ id }) => !replaced.has(id));
        lists.set(sort, [...unchanged, ...added].sort(orders[sort]));
      }
    },
  };
}
