import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { tag } from '../../foundation/cache/cache-tags.server.ts';
import { readRows } from '../../foundation/database/read-rows.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { Product } from '../contract.ts';
import { readProducts } from '../product-rows.server.ts';
import { products, searchDictionary } from '../tables.server.ts';
import { partOf, searchQueryOf } from './search-text.server.ts';
import { phoneticKey, searchTokens } from './tokens.ts';

/**
 * Maximum number of matches to rank. If more products match, the words of the query are so common that it does not matter which
 * of the matches are ranked.
 */
const maxRanked = 300;

/** Maximum number of dictionary words that can replace one misspelt word. */
const maxSimilar = 4;

/**
 * Finds the products that match a query, and returns their numbers, best match first. Every word must be the beginning of a word
 * of the product, or sound like one. If nothing matches, similar words also match. If still nothing matches, one matching word is
 * enough.
 */
export async function findMatches(shop: Shop, text: string, limit: number): Promise<string[]> {
  tag('listings');
  const query = searchQueryOf(text);
  if (!query) return [];
  const exact = await rank(shop, query, limit);
  if (exact.length > 0) return exact;
  const parts = await withSimilarWords(shop, text);
  if (parts.length === 0) return [];
  const corrected = await rank(shop, parts.join(' & '), limit);
  return corrected.length > 0 ? corrected : rank(shop, parts.join(' | '), limit);
}

/** Reads the products that {@link findMatches} has found. */
export async function searchProducts(shop: Shop, text: string, limit: number): Promise<Product[]> {
  return readProducts(shop, await findMatches(shop, text, limit), 'listings');
}

/**
 * Returns the statement that ranks at most {@link maxRanked} matches. For common words, the database scans the table, which is
 * ten times as fast as the index.
 */
export function rankedBy(query: string, limit: number) {
  return sql`
    select id from (
      select ${products.id} as id, ${products.position} as place, ${products.search} as search
      from ${products} where ${products.published} and ${products.search} @@ ${query}::tsquery limit ${maxRanked}
    ) as matched
    order by ts_rank('{0.05, 0.2, 0.5, 1.0}', search, ${query}::tsquery) desc, place, id limit ${limit}`;
}

const Id = z.object({ id: z.string() });

async function rank(shop: Shop, query: string, limit: number): Promise<string[]> {
  return readRows(Id, await shop.db.execute(rankedBy(query, limit))).map(({ id }) => id);
}

const SimilarToken = z.object({ token: z.string(), word: z.string() });

/** Returns the statement that finds the most similar words of the search dictionary. Compares words by trigram similarity. */
export function findSimilarTokens(tokens: readonly string[]) {
  const values = sql.join(
    tokens.map((word) => sql`(${word}::text)`),
    sql`, `,
  );
  return sql`
    select searched.word as token, known.word as word from (values ${values}) as searched (word)
    cross join lateral (
      select ${searchDictionary.word} as word from ${searchDictionary}
      where ${searchDictionary.word} % searched.word
      order by similarity(${searchDictionary.word}, searched.word) desc, ${searchDictionary.productCount} desc limit ${maxSimilar}
    ) as known`;
}

/** Returns the parts of a `tsquery`, one for each word of a query. Each part also matches similar words of the dictionary. */
async function withSimilarWords(shop: Shop, text: string): Promise<string[]> {
  const tokens = searchTokens(text);
  const rows = readRows(
    SimilarToken,
    await shop.db.execute(findSimilarTokens(tokens.map(({ word }) => word))),
  );
  return tokens.flatMap(({ word, sound }) => {
    const similar = rows
      .filter(({ token }) => token === word)
      .map((row) => partOf(row.word, phoneticKey(row.word)));
    const parts = [partOf(word, sound), ...similar];
    return `(${parts.join(' | ')})`;
  });
}
