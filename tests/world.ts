/**
 * The test that comes with a shop. Import `it` from here into a `*.db.test.ts`, and it runs twice: on the embedded
 * database and on PostgreSQL, each migrated by the real migrations and planted with the named world.
 *
 *     it('S-API-08 lists the categories', async ({ app }) => {
 *       const answer = await app.request('/api/category/get-all');
 *       expect(answer.status).toBe(200);
 *     });
 *
 * - `shop` lives in a transaction that is rolled back after the test: change what you like.
 *   A statement that fails outside `inTransaction` spoils that transaction for the rest of the test, as in PostgreSQL.
 * - `app` is the whole shop over the same transaction, without its pages: `app.request('/api/…')`.
 * - `ownShop` has a database to itself and no transaction around it: for races. Its rows are restored after the test.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test as base, inject } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { openRolledBackCopy } from './engines.ts';
import { shopWithFixtures } from './furnished-shop.ts';
import { openRestorable } from './restorable-database.ts';
import { scratchFolder } from './scratch.ts';

const rolledBack = new Error('rolled back');

/** Waits for the end of something, but not for ever: one test that holds on to its rows must not stop them all. */
function soon(ending: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const text = 'The database could not be closed: the test left a transaction, or a query, under way.';
  const timer = setTimeout(() => reject(new Error(text)), 10_000);
  return Promise.race([ending, tooLong]).finally(() => clearTimeout(timer));
}

export const test = base
  .extend('world', { scope: 'worker' }, () => inject('plantedWorld'))
  .extend('database', { scope: 'worker' }, async ({ world }, { onCleanup }) => {
    const database = await openRolledBackCopy(world);
    onCleanup(() => database.close());
    return database;
  })
  .extend('dataDir', ({ world }, { onCleanup }) => {
    const folder = scratchFolder(world.engine);
    mkdirSync(path.join(folder, 'uploads'));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  .extend('shop', async ({ database, dataDir }, { onCleanup }) => {
    const { promise: testIsOver, resolve: end } = Promise.withResolvers<void>();
    return new Promise<ReturnType<typeof shopWithFixtures>>((begin, fail) => {
      const transaction = database.db.transaction(async (tx) => {
        begin(shopWithFixtures(tx, dataDir));
        await testIsOver;
        throw rolledBack;
      });
      const ended = transaction.catch((error: unknown) => {
        if (error !== rolledBack) fail(error);
      });
      onCleanup(() => {
        end();
        return soon(ended);
      });
    });
  })
  .extend('app', ({ shop, dataDir }) => createApp({ shop, uploadsFolder: path.join(dataDir, 'uploads') }))
  .extend('ownDatabase', { scope: 'worker' }, async ({ world }, { onCleanup }) => {
    const database = await openRestorable(world);
    onCleanup(() => database.close());
    return database;
  })
  .extend('ownShop', async ({ ownDatabase, dataDir }, { onCleanup }) => {
    const { db, release } = await ownDatabase.borrow();
    onCleanup(() => soon(release()));
    return shopWithFixtures(db, dataDir);
  });

export const it = test;
