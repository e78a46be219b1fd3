import { type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { it } from '../../tests/world.ts';
import { readRows } from '../foundation/rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { likeWords, rankedBy } from './search.server.ts';
import { searchQueryOf } from './search-text.server.ts';

/** A word that nobody has heard, for a number. */
const letters = (number: SQL) =>
  sql`translate(substr(md5((${number})::text), 1, 9), '0123456789', 'ghijklmnop')`;

const pieces = 100_000;

/** A shop of 100,000 more pieces, each like one of the world's but with words of its own, and as many words to be found by. */
async function fill({ db }: Shop): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  // An index is built over many rows much faster than it learns them one by one.
  const built = readRows(
    z.object({ name: z.string(), definition: z.string() }),
    await db.execute(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where indexname in ('products_search', 'search_words_like')`),
  );
  expect(built).toHaveLength(2);
  for (const { name } of built) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await db.execute(sql`
    insert into products (id, category_id, name, price_paise, position, attributes, search)
    select 'TB-BIG-' || n, p.category_id, p.name || n, 100000 + n, n, '{}',
      p.search || format('''%s'':1A ''%s'':2A', ${letters(sql`n % 2500`)}, ${letters(sql`-n`)})::tsvector
    from generate_series(1, ${pieces}) as n join
      (select *, row_number() over (order by id) as row from products) as p on p.row = n % 36 + 1`);
  await db.execute(sql`
    insert into search_words (word, pieces)
    select distinct ${letters(sql`-n`)}, n % 50 + 1 from generate_series(1, ${pieces}) as n on conflict do nothing`);
  for (const { definition } of built) await db.execute(definition);
  await db.execute(sql`analyze products`);
  await db.execute(sql`analyze search_words`);
}

async function planOf({ db }: Shop, statement: SQL): Promise<string> {
  const rows = readRows(
    z.object({ 'QUERY PLAN': z.string() }),
    await db.execute(sql`explain (costs off) ${statement}`),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('S-API-15 in a shop of 100,000 pieces', () => {
  it('a search walks the indexes, and reads no table from end to end', { timeout: 240_000 }, async ({
    shop,
  }) => {
    await fill(shop);
    const rare = ['neelambari', 'gulnar banarasi katan silk saree', 'kanjivaram stole', 'e74d2babc'];
    const common = ['s', 'saree', 'ikat', 'ikat indigo', 'stole cotton', 'kanjivaram saree'];
    for (const text of [...rare, ...common]) {
      const plan = await planOf(shop, rankedBy(searchQueryOf(text) ?? '', 24));
      expect(plan, text).toContain('products_search');
      expect(plan, text).not.toContain('Seq Scan');
    }
    const like = await planOf(shop, likeWords(['banrasi', 'kanjivarma']));
    expect(like).toContain('search_words_like');
    expect(like).not.toContain('Seq Scan');
  });
});
