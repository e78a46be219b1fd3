import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '@hono/zod-openapi';
import { count, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { listSeedProducts } from '../../../seeds/seed.server.ts';
import { migrations } from '../../../tests/engine/databases.ts';
import { createDatabase } from '../../../tests/engine/own-database.ts';
import { testFolder } from '../../../tests/fixtures/test-folder.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../shop.server.ts';
import { rateLimits } from '../tables.server.ts';
import { readRows } from './read-rows.server.ts';

const Journal = z.looseObject({ entries: z.array(z.looseObject({})) });
const Snapshot = z.object({ migrations: z.number(), columns: z.string(), products: z.number() });
const RowCount = z.object({ rows: z.number() });
const Limits = z.object({ limits: z.string() });

const at = new Date('2026-11-21T06:30:00Z');
const row = (bucket: string) => ({ bucket, startedAt: at, endsAt: at, count: 1 });
const misused = /base database handle was used inside a transaction/;

async function countRows({ db }: Shop) {
  const [total] = await db.select({ rows: count() }).from(rateLimits);
  return total?.rows;
}

/** Returns the messages of the error with which `work` rejects, and of its cause. Returns an empty text if `work` resolves. */
async function textOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(Boolean, (thrown: unknown) => thrown);
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

/** Creates a folder with the shop's migrations and an additional migration that runs `statements`. */
function withExtraMigration(statements: string) {
  const folder = testFolder('migrations');
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entry = { idx: journal.entries.length, when: 9_999_999_999_999, tag: 'one_more' };
  journal.entries.push({ ...journal.entries[0], ...entry });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, 'one_more.sql'), statements);
  return folder;
}

/** A migrated database of this test only. `open` opens it again, and `countHalf` counts the tables `half` in it. */
const it = base.extend('migrated', async ({ world }, { onCleanup }) => {
  const { open, remove } = await createDatabase(world, true);
  onCleanup(remove);
  const countHalf = async () => {
    const { db, close } = await open();
    const half = sql`select count(*)::int as rows from information_schema.tables where table_name = 'half'`;
    const [counted] = readRows(RowCount, await db.execute(half));
    await close();
    return counted?.rows;
  };
  return { open, countHalf };
});

describe('the shop’s database handle during a transaction', () => {
  it.for<[use: string, work: (shop: Shop) => Promise<unknown>]>([
    ['reads', countRows],
    ['writes', async ({ db }) => db.insert(rateLimits).values(row('outside'))],
    ['runs SQL', async ({ db }) => db.execute(sql`select 1`)],
    ['starts a transaction', (shop) => inTransaction(shop, countRows)],
  ])(
    'causes an error and a rollback if the transaction’s function %s with it',
    async ([, work], { ownShop }) => {
      const transaction = inTransaction(ownShop, async ({ db }) => {
        await db.insert(rateLimits).values(row('inside'));
        await work(ownShop);
      });
      expect(await textOf(transaction)).toMatch(misused);
      expect(await countRows(ownShop)).toBe(0);
    },
  );

  it('is rejected at each use in the transaction, even after a timer', async ({ ownShop }) => {
    const later = () => new Promise((resolve) => setTimeout(resolve, 5)).then(() => countRows(ownShop));
    const work = inTransaction(ownShop, () =>
      Promise.allSettled([countRows(ownShop), later(), inTransaction(ownShop, countRows)]),
    );
    expect((await work).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });

  it('is accepted outside the transaction', async ({ ownShop }) => {
    const { promise: resumed, resolve } = Promise.withResolvers<void>();
    const transaction = inTransaction(ownShop, (tx) => resumed.then(() => countRows(tx)));
    const outside = countRows(ownShop);
    resolve();
    expect(await Promise.all([transaction, outside])).toEqual([0, 0]);
  });
});

it('rolls back a nested transaction that fails, but not the outer transaction', async ({ ownShop }) => {
  await inTransaction(ownShop, async (outer) => {
    await outer.db.insert(rateLimits).values(row('kept'));
    const inner = inTransaction(outer, async ({ db }) => {
      await db.insert(rateLimits).values(row('given-up'));
      throw new Error('given up');
    });
    await expect(inner).rejects.toThrow('given up');
  });
  const stored = await ownShop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
  expect(stored).toEqual([{ bucket: 'kept' }]);
});

describe('opening a database', () => {
  it('a second time changes no tables and no products, and the database is reachable until it is closed', async ({
    migrated,
  }) => {
    const readSnapshot = async () => {
      const { db, isReachable, close } = await migrated.open();
      expect(await isReachable()).toBe(true);
      const rows = readRows(
        Snapshot,
        await db.execute(sql`
          select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
            (select string_agg(table_name || '.' || column_name || ' ' || data_type, ',' order by table_name, ordinal_position)
              from information_schema.columns where table_schema = 'public') as columns,
            (select count(*)::int from products) as products`),
      );
      await close();
      expect(await isReachable()).toBe(false);
      return rows;
    };
    const first = await readSnapshot();
    expect(await readSnapshot()).toEqual(first);
    expect(first).toMatchObject([{ products: listSeedProducts().length }]);
  });

  it('succeeds twice at the same time with PostgreSQL, but only once with the embedded database', async ({
    world,
  }) => {
    const testDatabase = await createDatabase(world, world.engine === 'embedded');
    const openings = await Promise.allSettled([testDatabase.open(), testDatabase.open()]);
    const opened = openings.flatMap((opening) => (opening.status === 'fulfilled' ? [opening.value] : []));
    expect(opened).toHaveLength(world.engine === 'postgres' ? 2 : 1);
    for (const { db, close } of opened) {
      expect(await db.select().from(rateLimits)).toEqual([]);
      await close();
    }
    await testDatabase.remove();
  });

  it('leaves no connection, lock or partial migration if a migration fails', async ({ migrated }) => {
    const broken = withExtraMigration('create table half (id int);\n--> statement-breakpoint\nselect 1 / 0;');
    expect(await textOf(migrated.open(broken))).toContain('division by zero');
    expect(await migrated.countHalf()).toBe(0);
  });

  it('rejects the data of an earlier version, and does not change the tables', async ({ migrated }) => {
    const newer = withExtraMigration('create table half (id int);');
    const first = path.join(newer, readdirSync(newer).toSorted()[0] ?? '');
    writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- Of another version.\n`);
    expect(await textOf(migrated.open(newer))).toMatch(
      /^These data were made by an earlier version .*: use the version that made them, or begin with a new data folder/,
    );
    expect(await migrated.countHalf()).toBe(0);
  });

  it('accepts data that a newer version has migrated with an additional migration', async ({ migrated }) => {
    await (await migrated.open(withExtraMigration('create table half (id int);'))).close();
    expect(await migrated.countHalf()).toBe(1);
  });

  it('keeps the timeouts of PostgreSQL connections after the migration', async ({ world, skip, ownShop }) => {
    skip(world.engine !== 'postgres', 'the embedded database has no connections');
    const readLimits = sql`select current_setting('lock_timeout') || ', ' || current_setting('statement_timeout') as limits`;
    const results = await Promise.all(Array.from({ length: 4 }, () => ownShop.db.execute(readLimits)));
    const limits = results.flatMap((result) => readRows(Limits, result));
    expect(limits).toEqual(Array(4).fill({ limits: '5s, 15s' }));
  });
});

it('reports a lost connection, and opens a new one for the next query', async ({ world, migrated, skip }) => {
  skip(world.engine !== 'postgres', 'the embedded database has no connections');
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const reported: string[] = [];
  const { db, close } = await migrated.open(migrations, ({ message }) => reported.push(message));
  const other = await migrated.open();
  await db.execute(sql`select 1`);
  await other.db.execute(end);
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  expect(reported.join()).toContain('terminating connection');

  const before = reported.length;
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await other.db.execute(end);
    await expect.poll(() => reported.length).toBeGreaterThan(before);
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  expect(await db.select().from(rateLimits)).toEqual([]);
  await close();
  await other.close();
});
