import { ilike, sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../shop.server.ts';
import { moment } from './columns.server.ts';
import { keyset, likePattern, toPage } from './keyset.server.ts';

/** A table that exists only in the test's transaction. */
const notes = pgTable('test_notes', {
  id: uuid().primaryKey(),
  at: moment().notNull(),
  words: text().notNull(),
});

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** Inserts notes 1 to 6. Even notes all have the same time, and odd notes have a time one microsecond later. */
async function insertNotes({ db }: Shop, words: readonly string[] = ['', '', '', '', '', '']): Promise<void> {
  await db.execute(sql`create temporary table test_notes (id uuid primary key, at timestamptz, words text)`);
  for (const [index, one] of words.entries()) {
    const at = sql`timestamptz '2026-11-21 12:00Z' + ${index % 2 ? 0 : 1} * interval '1 microsecond'`;
    await db.insert(notes).values({ id: idOf(index + 1), at, words: one });
  }
}

function selectNotes({ db }: Shop, direction: 'asc' | 'desc', cursor: string, limit: number) {
  const order = keyset(notes.at, notes.id, direction);
  return db
    .select({ id: notes.id })
    .from(notes)
    .where(order.after(cursor))
    .orderBy(...order.orderBy)
    .limit(limit);
}

it.for([
  ['asc', [2, 4, 6, 1, 3, 5]],
  ['desc', [5, 3, 1, 6, 4, 2]],
] as const)('lists each row once over all pages in the order %s', async ([direction, all], { shop }) => {
  await insertNotes(shop);
  const pages: string[][] = [];
  for (let after = ''; ; ) {
    const { rows, next } = toPage(await selectNotes(shop, direction, after, 3), 2);
    pages.push(rows.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
  expect(pages.flat()).toEqual(all.map(idOf));
});

it('starts with the first page if the cursor is not a UUID', async ({ shop }) => {
  await insertNotes(shop);
  for (const cursor of ['', 'rubbish', '7', `1700000000000~${idOf(1)}`, `${idOf(1)}\0`])
    expect(await selectNotes(shop, 'asc', cursor, 1), cursor).toEqual([{ id: idOf(2) }]);
});

it('treats wildcard characters in a search text as normal characters', async ({ shop }) => {
  await insertNotes(shop, ['100% silk', 'a_b', 'a\\b', 'axb']);
  const find = async (q: string) => {
    const rows = await shop.db
      .select()
      .from(notes)
      .where(ilike(notes.words, likePattern(q)));
    return rows.map(({ words }) => words);
  };
  const found = await Promise.all(['0% S', 'a_b', 'a\\b'].map(find));
  expect(found).toEqual([['100% silk'], ['a_b'], ['a\\b']]);
  expect(await find('')).toHaveLength(4);
});
