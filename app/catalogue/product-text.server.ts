import { inArray, lte, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { descriptionOf } from './product-fields.ts';
import type { ProductInput } from './product-rules.ts';
import { searchTokensOf, searchVectorOf } from './search/search-text.server.ts';
import { searchDictionary } from './tables.server.ts';

/** The texts by which the search finds a product. `category` is the name of the category. */
type SearchSource = { id: string; category: string } & Pick<
  ProductInput,
  'name' | 'type' | 'pattern' | 'colour' | 'colourFamily' | 'crafts' | 'fabrics' | 'attributes'
>;

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

/** Returns the SQL value of `products.search`. */
export function searchOf(product: SearchSource) {
  return sql`${searchVectorOf(searchFieldsOf(product))}::tsvector`;
}

const countOf = (products: readonly SearchSource[]) => {
  const counts = new Map<string, number>();
  for (const word of products.map(searchFieldsOf).flatMap(searchTokensOf))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Adds the words of new products to the search dictionary. */
export function indexSearchText({ db }: Shop, products: readonly SearchSource[]): Promise<void> {
  return count(db, countOf(products));
}

/** Updates the search dictionary for a changed product. Deletes words that no product contains any more. */
export async function reindexSearchText({ db }: Shop, before: SearchSource, after: SearchSource) {
  const [oldCounts, newCounts] = [countOf([before]), countOf([after])];
  const added = [...newCounts.keys()].filter((word) => !oldCounts.has(word));
  const removed = [...oldCounts.keys()].filter((word) => !newCounts.has(word));
  await count(db, new Map(added.map((word) => [word, 1])));
  if (removed.length === 0) return;
  // Lock the words in a fixed order, so that concurrent changes of products with the same words cannot deadlock.
  await db
    .select()
    .from(searchDictionary)
    .where(inArray(searchDictionary.word, removed))
    .orderBy(searchDictionary.word)
    .for('update');
  await db
    .update(searchDictionary)
    .set({ productCount: sql`${searchDictionary.productCount} - 1` })
    .where(inArray(searchDictionary.word, removed));
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
