import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from '@hono/zod-openapi';
import { count, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished } from 'vitest';
import { listSeedProducts } from '../../../seeds/seed.server.ts';
import { migrations } from '../../../tests/engine/databases.ts';
import { createDatabase } from '../../../tests/engine/own-database.ts';
import { it } from '../../../tests/fixtures/world.ts';
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
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

/** Creates a folder with the shop's migrations and an additional migration that runs `statements`. */
function withExtraMigration(statements: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entry = { idx: journal.entries.length, when: 9_999_999_999_999, tag: 'one_more' };
  journal.entries.push({ ...journal.entries[0], ...entry });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, 'one_more.sql'), statements);
  return folder;
}

/**
 * Creates a folder with the migrations of a different version. The first migration differs, and the last migration runs
 * `statements`.
 */
function withOtherFirstMigration(statements: string) {
  const folder = withExtraMigration(statements);
  const first = path.join(folder, readdirSync(folder).toSorted()[0] ?? '');
  writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- Of another version.\n`);
  return folder;
}

const countHalfTables = sql`select count(*)::int as rows from information_schema.tables where table_name = 'half'`;

describe('use of the shop’s database handle in a transaction, where it could deadlock', () => {
  it.for<[use: string, work: (shop: Shop) => Promise<unknown>]>([
    ['reads', countRows],
    ['writes', async ({ db }) => db.insert(rateLimits).values(row('outside'))],
    ['runs SQL', async ({ db }) => db.execute(sql`select 1`)],
    ['starts a transaction', (shop) => inTransaction(shop, countRows)],
  ])('rolls back and rejects a transaction in which the shop’s handle %s', async ([, work], { ownShop }) => {
    const transaction = inTransaction(ownShop, async ({ db }) => {
      await db.insert(rateLimits).values(row('inside'));
      await work(ownShop);
    });
    expect(await textOf(transaction)).toMatch(misused);
    expect(await countRows(ownShop)).toBe(0);
  });

  it('rejects the shop’s handle everywhere in a transaction, even after a timer', async ({ ownShop }) => {
    const later = () => new Promise((resolve) => setTimeout(resolve, 5)).then(() => countRows(ownShop));
    const work = inTransaction(ownShop, () =>
      Promise.allSettled([countRows(ownShop), later(), inTransaction(ownShop, countRows)]),
    );
    const branches = (await work).map(({ status }) => status);
    expect(branches).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('accepts the shop’s database handle outside a transaction', async ({ ownShop }) => {
    const { promise: resumed, resolve } = Promise.withResolvers<void>();
    const transaction = inTransaction(ownShop, async (tx) => {
      await resumed;
      return countRows(tx);
    });
    const outside = countRows(ownShop);
    resolve();
    expect(await Promise.all([transaction, outside])).toEqual([0, 0]);
    expect(await countRows(ownShop)).toBe(0);
  });
});

describe('nested transactions', () => {
  it('rolls back a nested transaction that fails, but not the outer transaction', async ({ ownShop }) => {
    await inTransaction(ownShop, async (outer) => {
      await outer.db.insert(rateLimits).values(row('kept'));
      const inner = inTransaction(outer, async ({ db }) => {
        await db.insert(rateLimits).values(row('given-up'));
        throw new Error('given up');
      });
      await expect(inner).rejects.toThrow('given up');
    });
    expect(await ownShop.db.select({ bucket: rateLimits.bucket }).from(rateLimits)).toEqual([
      { bucket: 'kept' },
    ]);
  });
});

describe('opening a database', () => {
  it('does not change a database that is opened a second time', async ({ world }) => {
    const testDatabase = await createDatabase(world, true);
    const readSnapshot = async () => {
      const database = await testDatabase.open();
      const rows = readRows(
        Snapshot,
        await database.db.execute(sql`
          select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
            (select string_agg(table_name || '.' || column_name || ' ' || data_type, ',' order by table_name, ordinal_position)
              from information_schema.columns where table_schema = 'public') as columns,
            (select count(*)::int from products) as products`),
      );
      await database.close();
      return rows;
    };
    const first = await readSnapshot();
    expect(await readSnapshot()).toEqual(first);
    expect(first).toMatchObject([{ products: listSeedProducts().length }]);
    await testDatabase.remove();
  });

  it('reports whether the database is reachable', async ({ world }) => {
    const testDatabase = await createDatabase(world, true);
    const database = await testDatabase.open();
    expect(await database.isReachable()).toBe(true);
    await database.close();
    expect(await database.isReachable()).toBe(false);
    await testDatabase.remove();
  });

  it('opens a PostgreSQL database twice at a time, but an embedded one only once', async ({ world }) => {
    const testDatabase = await createDatabase(world, world.engine === 'embedded');
    const openings = await Promise.allSettled([testDatabase.open(), testDatabase.open()]);
    const opened = openings.flatMap((opening) => (opening.status === 'fulfilled' ? [opening.value] : []));
    expect(opened).toHaveLength(world.engine === 'postgres' ? 2 : 1);
    for (const { db, close } of opened) {
      expect(
        readRows(RowCount, await db.execute(sql`select count(*)::int as rows from rate_limits`)),
      ).toEqual([{ rows: 0 }]);
      await close();
    }
    await testDatabase.remove();
  });

  it('leaves no connection, lock or partial migration if opening the database fails', async ({ world }) => {
    const testDatabase = await createDatabase(world, true);
    const broken = withExtraMigration('create table half (id int);\n--> statement-breakpoint\nselect 1 / 0;');
    expect(await textOf(testDatabase.open(broken))).toContain('division by zero');
    const database = await testDatabase.open();
    expect(readRows(RowCount, await database.db.execute(countHalfTables))).toEqual([{ rows: 0 }]);
    await database.close();
    await testDatabase.remove();
  });

  it('rejects the data of an earlier version, and does not change the tables', async ({ world }) => {
    const testDatabase = await createDatabase(world, true);
    const newer = withOtherFirstMigration('create table half (id int);');
    expect(await textOf(testDatabase.open(newer))).toMatch(
      /^These data were made by an earlier version .*: use the version that made them, or begin with a new data folder/,
    );
    const database = await testDatabase.open();
    expect(readRows(RowCount, await database.db.execute(countHalfTables))).toEqual([{ rows: 0 }]);
    await database.close();
    await testDatabase.remove();
  });

  it('accepts data that a newer version has migrated with one additional migration', async ({ world }) => {
    const testDatabase = await createDatabase(world, true);
    await (await testDatabase.open(withExtraMigration('create table half (id int);'))).close();
    const database = await testDatabase.open();
    expect(readRows(RowCount, await database.db.execute(countHalfTables))).toEqual([{ rows: 1 }]);
    await database.close();
    await testDatabase.remove();
  });

  it('keeps the timeouts of PostgreSQL connections after the migration', async ({ world, skip, ownShop }) => {
    skip(world.engine !== 'postgres', 'the embedded database has no connections');
    const readLimits = sql`select current_setting('lock_timeout') || ', ' || current_setting('statement_timeout') as limits`;
    const results = await Promise.all(Array.from({ length: 4 }, () => ownShop.db.execute(readLimits)));
    expect(results.flatMap((result) => readRows(Limits, result))).toEqual(
      Array(4).fill({ limits: '5s, 15s' }),
    );
  });
});

describe('a lost database connection', () => {
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

  it('reports a lost connection, and opens a new connection for the next query', async ({ world, skip }) => {
    skip(world.engine !== 'postgres', 'the embedded database has no connections');
    const testDatabase = await createDatabase(world, true);
    const reported: string[] = [];
    const database = await testDatabase.open(migrations, ({ message }) => reported.push(message));
    const other = await testDatabase.open();
    await database.db.execute(sql`select 1`);
    await other.db.execute(end);
    await expect.poll(() => reported.length).toBeGreaterThan(0);
    expect(reported.join()).toContain('terminating connection');

    const before = reported.length;
    const work = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await other.db.execute(end);
      await expect.poll(() => reported.length).toBeGreaterThan(before);
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
    const rows = sql`select count(*)::int as rows from rate_limits`;
    expect(readRows(RowCount, await database.db.execute(rows))).toEqual([{ rows: 0 }]);
    await database.close();
    await other.close();
    await testDatabase.remove();
  });
});
