import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { it } from '../../tests/fixtures/world.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { findSimilarTokens, rankedBy } from './search/search.server.ts';
import { searchQueryOf } from './search/search-text.server.ts';

/** Returns SQL for a word that is made of a number and occurs in no other text. */
const wordOf = (number: SQL) =>
  sql`translate(substr(md5((${number})::text), 1, 9), '0123456789', 'ghijklmnop')`;

const products = 100_000;

/**
 * Inserts 100,000 copies of the seed's products. Each copy has additional words of its own. Copies of the same product are not
 * adjacent.
 */
async function fill({ db }: Shop): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  // Drop the indexes and create them again later, because building an index over all rows is much faster than adding rows one by
  // one.
  const indexes = readRows(
    z.object({ name: z.string(), definition: z.string() }),
    await db.execute(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where indexname in ('products_search', 'search_words_like')`),
  );
  expect(indexes).toHaveLength(2);
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await db.execute(sql`
    insert into products (id, category_id, name, price_paise, position, attributes, search)
    select 'TB-BIG-' || n, p.category_id, p.name || n, 100000 + n, n, '{}',
      p.search || format('''%s'':1A ''%s'':2A', ${wordOf(sql`n % 2500`)}, ${wordOf(sql`-n`)})::tsvector
    from generate_series(1, ${products}) as n join
      (select *, row_number() over (order by id) as row from products) as p on p.row = n % 36 + 1
    order by n`);
  await db.execute(sql`
    insert into search_words (word, product_count)
    select distinct ${wordOf(sql`-n`)}, n % 50 + 1 from generate_series(1, ${products}) as n on conflict do nothing`);
  for (const { definition } of indexes) await db.execute(definition);
  await db.execute(sql`analyze products`);
  await db.execute(sql`analyze search_words`);
}

const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(PlanNode).optional();
  },
});

/** Executes a statement. Returns the steps of its query plan, each with the number of rows that the step has read. */
async function stepsOf({ db }: Shop, statement: SQL) {
  const [row] = readRows(
    z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PlanNode })) }),
    await db.execute(sql`explain (analyze, costs off, timing off, format json) ${statement}`),
  );
  const stepsBelow = (
    node: z.infer<typeof PlanNode>,
  ): { name: string; index?: string; rowsRead: number }[] => [
    {
      name: `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim(),
      ...(node['Index Name'] ? { index: node['Index Name'] } : {}),
      rowsRead: node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
    },
    ...(node.Plans ?? []).flatMap(stepsBelow),
  ];
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => stepsBelow(Plan));
}

it('a search in 100,000 products uses the indexes [S-API-15]', { timeout: 240_000 }, async ({ shop }) => {
  await fill(shop);
  const searching = (text: string) => stepsOf(shop, rankedBy(searchQueryOf(text) ?? '', 24));
  for (const rare of ['neelambari', 'gulnar banarasi katan silk saree', 'kanjivaram stole', 'e74d2babc']) {
    const steps = await searching(rare);
    expect(steps, rare).toContainEqual(expect.objectContaining({ index: 'products_search' }));
  }
  // For common words, the planner can prefer a scan, because the scan stops after the first matches.
  for (const common of ['s', 'saree', 'ikat', 'ikat indigo', 'stole cotton', 'kanjivaram saree']) {
    const read = (await searching(common)).filter(({ name }) => name.endsWith('Scan products'));
    expect(read, common).toHaveLength(1);
    expect(read[0]?.rowsRead, common).toBeLessThan(products / 5);
  }
  const like = await stepsOf(shop, findSimilarTokens(['banrasi', 'kanjivarma']));
  expect(like).toContainEqual(expect.objectContaining({ index: 'search_words_like' }));
  expect(like.map(({ name }) => name)).not.toContain('Seq Scan search_words');
});
