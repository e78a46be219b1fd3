import { inArray, lte, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import type { TextileAttributes } from './contract.ts';
import { descriptionOf } from './product-fields.ts';
import { searchTokensOf, searchVectorOf } from './search/search-text.server.ts';
import { searchDictionary } from './tables.server.ts';

/** What a piece can be found by. */
type SearchSource = {
  id: string;
  name: string;
  category: string;
  type: string | null;
  pattern: string | null;
  colour: string | null;
  colourFamily: string | null;
  crafts: readonly string[];
  fabrics: readonly string[];
  attributes: TextileAttributes;
};

function searchFieldsOf(product: SearchSource) {
  const kinds = [
    product.category,
    product.type,
    product.pattern,
    product.colour,
    product.colourFamily,
    ...product.crafts,
    ...product.fabrics,
  ];
  return {
    A: `${product.name} ${product.id}`,
    B: kinds.filter(Boolean).join(' '),
    C: [product.attributes.place, product.attributes.region].filter(Boolean).join(' '),
    D: descriptionOf(product.attributes),
  };
}

/** What stands in `products.search` of a piece. */
export function searchOf(product: SearchSource) {
  return sql`${searchVectorOf(searchFieldsOf(product))}::tsvector`;
}

const countOf = (products: readonly SearchSource[]) => {
  const counts = new Map<string, number>();
  for (const word of products.map(searchFieldsOf).flatMap(searchTokensOf))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Counts the words of new pieces into the list in which misspelt words look for their like. */
export async function indexSearchText({ db }: Shop, products: readonly SearchSource[]): Promise<void> {
  await count(db, countOf(products));
}

/** Keeps that list in step with a piece that has changed; words that no piece has any more leave it. */
export async function reindexSearchText(
  { db }: Shop,
  before: SearchSource,
  after: SearchSource,
): Promise<void> {
  const [old, fresh] = [countOf([before]), countOf([after])];
  const added = [...fresh.keys()].filter((word) => !old.has(word));
  const gone = [...old.keys()].filter((word) => !fresh.has(word));
  await count(db, new Map(added.map((word) => [word, 1])));
  if (gone.length === 0) return;
  // In one order, so that two who change pieces with the same words never wait for each other in a ring.
  await db
    .select()
    .from(searchDictionary)
    .where(inArray(searchDictionary.word, gone))
    .orderBy(searchDictionary.word)
    .for('update');
  await db
    .update(searchDictionary)
    .set({ productCount: sql`${searchDictionary.productCount} - 1` })
    .where(inArray(searchDictionary.word, gone));
  await db.delete(searchDictionary).where(lte(searchDictionary.productCount, 0));
}

async function count(db: Shop['db'], counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].map(([word, products]) => ({ word, productCount: products }));
  await db
    .insert(searchDictionary)
    .values(rows.toSorted((a, b) => (a.word < b.word ? -1 : 1)))
    .onConflictDoUpdate({
      target: searchDictionary.word,
      set: { productCount: sql`${searchDictionary.productCount} + excluded.product_count` },
    });
}
