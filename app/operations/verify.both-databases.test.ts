/** Tests of `npm run verify` with a running shop and, for the embedded database, with a stopped shop. */
import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { it as base, expect, inject } from 'vitest';
import { seedOrders } from '../../seeds/seed.server.ts';
import { migrations, runStatement } from '../../tests/engine/databases.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { shopWithFixtures } from '../../tests/fixtures/shop.ts';
import { openEmbedded, openPostgres } from '../foundation/database/database.server.ts';
import { serveShopSocket } from './shop-socket.server.ts';
import { verify } from './verify.server.ts';

const root = path.join(migrations, '..');
const world = inject('seededWorld');

/** Environment of a shop with test data and its own data folder or database. */
const it = base.extend('environment', async ({ task }, { onCleanup }): Promise<Record<string, string>> => {
  const dataDir = makeTempFolder(task.mode);
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  if (world.engine === 'embedded') {
    cpSync(world.folder, dataDir, { recursive: true });
    onCleanup(() => rmSync(dataDir, { recursive: true }));
    return settings;
  }
  const { server, template } = world;
  const name = `verified_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, `create database ${name} template ${template}`);
  onCleanup(async () => {
    rmSync(dataDir, { recursive: true });
    await runStatement(server, `drop database ${name}`);
  });
  return { ...settings, DATABASE_URL: new URL(name, server).href };
});

it('`npm run verify` finds inconsistent data of a running shop and of a stopped shop, and leaves no copy of the database', async ({
  environment,
}) => {
  const { DATA_DIR: dataDir = '', DATABASE_URL: url } = environment;
  const opened =
    url === undefined ? await openEmbedded(dataDir, migrations) : await openPostgres(url, migrations);
  const shop = shopWithFixtures(opened.db, dataDir);
  const { copyTo } = opened;
  const unused = () => Promise.reject(new Error());
  const actions = copyTo && { copy: copyTo, owner: unused, noteBackup: unused };
  const stop = actions && serveShopSocket(dataDir, actions, shop.log);
  await seedOrders(shop);
  const lines: string[] = [];
  const run = () => verify(environment, root, (line) => lines.push(line));
  const files = readdirSync(dataDir).toSorted();

  expect(await run()).toMatch(/^No differences in [1-9]\d* orders, [1-9]\d* payments, /);
  expect(lines).toEqual([]);
  await shop.db.execute(sql`update stock_levels set on_hand = on_hand + 1 where variant_id = 'TB-STO-001'`);
  await expect(run()).rejects.toThrow(/^1 differences in [1-9]\d* orders, /);
  expect(lines).toEqual(['TB-STO-001: 41 on hand, 40 by its movements']);
  // The command leaves no copy of the database.
  expect(readdirSync(dataDir).toSorted()).toEqual(files);

  stop?.();
  await opened.close();
  await expect(run()).rejects.toThrow('1 differences in ');
});

it('fails if the folder and the database contain no shop', async ({ environment }) => {
  const none: typeof environment = {
    ...environment,
    DATA_DIR: path.join(environment.DATA_DIR ?? '', 'none'),
  };
  if (world.engine === 'postgres') none.DATABASE_URL = new URL('template1', world.server).href;
  await expect(verify(none, root, () => undefined)).rejects.toThrow('There is no shop in');
});
