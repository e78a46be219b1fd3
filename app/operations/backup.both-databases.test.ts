import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { test as base, describe, expect, inject } from 'vitest';
import { z } from 'zod';
import { seedOrders } from '../../seeds/seed.server.ts';
import { migrations } from '../../tests/engine/databases.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { stole } from '../../tests/fixtures/checkout.ts';
import { shopWithFixtures, type TestShop } from '../../tests/fixtures/shop.ts';
import { deliverOrder, paidOrder } from '../../tests/fixtures/sold-orders.ts';
import { createApp } from '../app.server.ts';
import { readSettings } from '../content/content.server.ts';
import { lockFolder } from '../foundation/database/data-dir-lock.server.ts';
import { openEmbedded } from '../foundation/database/database.server.ts';
import { type BackupNote, noteBackup, readLastBackup } from '../notifications/last-backup.server.ts';
import { readOrder } from '../orders/for-staff/read-order.server.ts';
import { requestReturn } from '../orders/returns/return-order.server.ts';
import { addReturnPhoto } from '../orders/returns/return-photos.server.ts';
import { receiveStock } from '../stock/stock.server.ts';
import { createBackup } from './backup.server.ts';
import { copyEmbedded } from './backup-rows.server.ts';
import { runOwnerChange } from './change-owner.server.ts';
import { restore } from './restore.server.ts';
import { assertNotHalfRestored, inspectRows } from './restore-rows.server.ts';
import { serveShopSocket } from './shop-socket.server.ts';

const root = path.join(migrations, '..');
const world = inject('seededWorld');
const seeds = path.join(root, 'seeds', 'uploads');
const silent = { LOG_LEVEL: 'silent' };

/** Requests a return with one photograph. Returns the id of the order. */
async function returnWithPhotograph(shop: TestShop): Promise<string> {
  const { order, customerId } = await paidOrder(shop, 'meera.new', stole);
  await deliverOrder(shop, order.id);
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } });
  const body = new Uint8Array(await image.jpeg().toBuffer());
  const photo = { idOrNumber: order.id, id: crypto.randomUUID() };
  const request = new Request('http://shop', { method: 'POST', body });
  await addReturnPhoto(shop, customerId, { ...photo, request });
  await requestReturn(shop, customerId, order.id, {
    items: undefined,
    reason: '',
    note: '',
    photos: [photo.id],
  });
  return order.id;
}

/** Reads the photograph of a return by its signed path, as staff do. */
async function readPhotograph(shop: TestShop, orderId: string): Promise<Buffer> {
  const { returns } = await readOrder(shop, orderId);
  const response = await createApp({ shop }).request(returns[0]?.photos[0]?.address ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * `prepared`: a data folder with orders, a return with a photograph, files and a secret, its backup, and a folder with the
 * restored data.
 */
const it = base
  .extend('engine', { scope: 'file' }, () => world.engine)
  .extend('prepared', { scope: 'file' }, async ({ engine }, { onCleanup }) => {
    const folder = makeTempFolder(engine);
    onCleanup(() => rmSync(folder, { recursive: true }));
    const dataDir = path.join(folder, 'data');
    if (world.engine === 'embedded') cpSync(world.folder, dataDir, { recursive: true });
    mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });
    for (const file of ['breeze.mp4', 'tile-stoles.jpg'])
      cpSync(path.join(seeds, file), path.join(dataDir, 'uploads', file));
    writeFileSync(path.join(dataDir, 'secret'), 'a secret that is longer than 32 characters');
    const { db, close } = await openEmbedded(dataDir, migrations);
    const shop = shopWithFixtures(db, dataDir);
    await seedOrders(shop);
    const orderId = await returnWithPhotograph(shop);
    const photograph = await readPhotograph(shop, orderId);
    await close();
    const backup = await createBackup({ DATA_DIR: dataDir, ...silent }, [folder]);
    const restoredDir = path.join(folder, 'restored');
    const report = await restore({ DATA_DIR: restoredDir, ...silent }, root, [backup.file]);
    return { dataDir, orderId, photograph, ...backup, restoredDir, report };
  })
  /**
   * The backup of a running shop that has differences and an unknown rule in its settings, and a folder with the restored data.
   */
  .extend('odd', { scope: 'file' }, async ({ engine, prepared }, { onCleanup }) => {
    const folder = makeTempFolder(engine);
    onCleanup(() => rmSync(folder, { recursive: true }));
    const dataDir = path.join(folder, 'data');
    cpSync(prepared.dataDir, dataDir, { recursive: true, preserveTimestamps: true });
    const { db, copyTo: copy, close } = await openEmbedded(dataDir, migrations);
    if (!copy) throw new Error('It cannot be copied.');
    const shop = shopWithFixtures(db, dataDir);
    await db.execute(`update settings set value = value || '{"pincodeRequired": true}'`);
    await db.execute(`update payments set amount_paise = amount_paise + 1`);
    const owner = () => Promise.reject(new Error());
    const actions = { copy, owner, noteBackup: (note: BackupNote) => noteBackup(shop, note) };
    const stopSocket = serveShopSocket(dataDir, actions, shop.log);
    const startedAt = Date.now();
    const { file, text } = await createBackup({ DATA_DIR: dataDir, ...silent }, [folder]);
    stopSocket();
    const note = await readLastBackup(shop, 0);
    await close();
    const restoredDir = path.join(folder, 'restored');
    const report = await restore({ DATA_DIR: restoredDir, ...silent }, root, [file]);
    return { text, note, startedAt, restoredDir, report };
  })
  .extend('place', ({ engine }, { onCleanup }) => {
    const folder = makeTempFolder(engine);
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  /** A copy of the data folder from which the backup was made. */
  .extend('dataDir', ({ place, prepared }) => {
    const dataDir = path.join(place, 'data');
    cpSync(prepared.dataDir, dataDir, { recursive: true, preserveTimestamps: true });
    return dataDir;
  })
  .extend('elsewhere', ({ place }) => path.join(place, 'elsewhere'));

const Tables = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** Reads the rows of each table as one text. */
async function readAllRows(dataDir: string): Promise<Record<string, string>> {
  const { db, close } = await openEmbedded(dataDir, migrations);
  try {
    const { rows } = Tables.parse(
      await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
    );
    const all: Record<string, string> = {};
    for (const { name } of rows) {
      all[name] = JSON.stringify(
        await db.execute(
          sql.raw(`select coalesce(string_agg(t::text, '|' order by t::text), '') from "${name}" t`),
        ),
      );
    }
    return all;
  } finally {
    await close();
  }
}

const filesOf = (dataDir: string) =>
  Object.fromEntries(
    readdirSync(path.join(dataDir, 'uploads')).map((name) => [
      name,
      readFileSync(path.join(dataDir, 'uploads', name)).toString('base64'),
    ]),
  );

// Runs only with the embedded database. A backup of PostgreSQL needs the server's programs, so drills test it. Both kinds of
// backup store the files with the same code.
describe.runIf(world.engine === 'embedded')('a backup of the embedded database', { timeout: 240_000 }, () => {
  it('can be restored elsewhere with the same rows, files and secret, and the integrity check finds no differences', async ({
    prepared,
  }) => {
    const { report, restoredDir: elsewhere } = prepared;
    expect(prepared.text).toContain('3 pictures and videos');
    expect(statSync(prepared.file).mode & 0o777).toBe(0o600);
    expect(report).toMatch(/^Restored in .* [1-9]\d* orders, [1-9]\d* payments/);
    expect(report).toContain('The integrity check found no differences');
    expect(filesOf(elsewhere)).toEqual(filesOf(prepared.dataDir));
    expect(readFileSync(path.join(elsewhere, 'secret'), 'utf8')).toContain('longer than 32');
    const { last_backup: note, ...rows } = await readAllRows(prepared.dataDir);
    // The shop stores the note about the backup after the rows were copied.
    expect(note).toMatch(/@/);
    expect(await readAllRows(elsewhere)).toEqual({ ...rows, last_backup: expect.not.stringContaining('@') });
    // The backup leaves no temporary folder.
    for (const folder of [prepared.dataDir, elsewhere])
      expect(readdirSync(folder).filter((name) => /^(copied|restoring)-/.test(name))).toEqual([]);
  });

  it('contains the photographs of returns, which can be read in the restored shop', async ({ prepared }) => {
    expect((await sharp(prepared.photograph).metadata()).width).toBe(60);
    const { db, close } = await openEmbedded(prepared.restoredDir, migrations);
    const restored = await readPhotograph(shopWithFixtures(db, prepared.restoredDir), prepared.orderId);
    await close();
    expect(restored.equals(prepared.photograph)).toBe(true);
  });

  it('contains one consistent state of a running shop', async ({ place, dataDir }) => {
    const { db, copyTo, close } = await openEmbedded(dataDir, migrations);
    if (!copyTo) throw new Error('It cannot be copied.');
    const shop = shopWithFixtures(db, dataDir);
    let isCopied = false;
    const copy = async (into: string) => {
      await copyTo(into);
      isCopied = true;
    };
    const owner = (args: readonly string[]) => runOwnerChange(shop, args);
    const stopSocket = serveShopSocket(dataDir, { copy, owner, noteBackup: async () => undefined }, shop.log);
    const working = (async () => {
      while (!isCopied) {
        await receiveStock(shop, [{ variantId: 'TB-SAR-003', change: 1 }], 'a delivery');
        await nextTurn();
      }
    })();
    const { folder } = await copyEmbedded(dataDir);
    await working;
    stopSocket();
    await close();
    expect(path.dirname(folder)).toBe(path.join(place, 'data'));
    expect((await inspectRows(openEmbedded(folder, migrations))).faults).toEqual([]);
  });

  it('replaces an existing shop only with --replace, and then keeps a copy of the replaced data', async ({
    prepared,
    dataDir,
  }) => {
    const environment = { DATA_DIR: dataDir, ...silent };
    const rows = path.join(dataDir, 'postgres');
    writeFileSync(path.join(rows, 'mark'), 'these rows are younger than the backup');
    writeFileSync(path.join(dataDir, 'secret'), 'another secret, longer than 32 characters too');

    await expect(restore(environment, root, [prepared.file])).rejects.toThrow('add --replace');
    expect(existsSync(path.join(rows, 'mark'))).toBe(true);

    const report = await restore(environment, root, [prepared.file, '--replace']);
    const [, aside = ''] = /is in (.*)\. Remove it/.exec(report) ?? [];
    expect(existsSync(path.join(aside, 'postgres', 'mark'))).toBe(true);
    expect(readFileSync(path.join(aside, 'secret'), 'utf8')).toContain('another secret');
    expect(existsSync(path.join(rows, 'mark'))).toBe(false);
    expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toContain('a secret that is');
  });

  it('is recorded in the running shop and can be restored, even if the integrity check finds differences', async ({
    odd,
  }) => {
    expect(odd.text).not.toContain('could not note');
    expect(Date.parse(odd.note.madeAt ?? '')).toBeGreaterThanOrEqual(odd.startedAt);
    expect(odd.note.madeBy).toContain('@');
    expect(odd.report).toMatch(
      /The backup has [1-9] differences that its shop had already: npm run verify lists/,
    );
    expect(odd.report).not.toContain('The integrity check found no differences');
    const { db, close } = await openEmbedded(odd.restoredDir, migrations);
    expect((await readSettings(shopWithFixtures(db, odd.restoredDir))).promiseDays).toBeGreaterThan(0);
    await close();
  });

  it('with wrong stock levels has faults, of which the first ten are listed with their variants', async ({
    dataDir,
  }) => {
    const opened = await openEmbedded(dataDir, migrations);
    await opened.db.execute(sql`update stock_levels set on_hand = on_hand + 1`);
    const { faults, otherDifferences } = await inspectRows(Promise.resolve(opened));
    expect(faults).toHaveLength(10);
    expect(faults[0]).toMatch(/^\S+: \d+ on hand, \d+ by its movements$/);
    expect(otherDifferences).toBe(0);
  });

  // backup-file.test.ts tests the other faults of a file.
  it('is rejected before any data are replaced if it is truncated or missing, or its migrations are not those of the shop', async ({
    place,
    prepared,
    elsewhere,
  }) => {
    const bytes = readFileSync(prepared.file);
    const cut = path.join(place, 'cut');
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    const environment = { DATA_DIR: elsewhere, ...silent };
    await expect(restore(environment, root, [cut])).rejects.toThrow('cannot be restored');
    await expect(restore(environment, root, [path.join(place, 'none')])).rejects.toThrow('There is no file');
    const newer = path.join(place, 'newer');
    cpSync(migrations, path.join(newer, 'migrations'), { recursive: true });
    const first = path.join(newer, 'migrations', readdirSync(migrations).toSorted()[0] ?? '');
    writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- Of another version.\n`);
    await expect(restore(environment, newer, [prepared.file])).rejects.toThrow(
      'These data were made by an earlier version',
    );
    for (const name of ['postgres', 'uploads', 'secret'])
      expect(existsSync(path.join(elsewhere, name))).toBe(false);
  });

  it('is not restored while the shop is running', async ({ prepared, place }) => {
    const unlock = lockFolder(place);
    await expect(restore({ DATA_DIR: place, ...silent }, root, [prepared.file, '--replace'])).rejects.toThrow(
      'Another shop process',
    );
    unlock();
  });

  it('whose restore was interrupted prevents the start of the shop, until another restore has moved the old database back', async ({
    prepared,
    place: dataDir,
  }) => {
    const aside = path.join(dataDir, 'replaced-x', 'postgres');
    mkdirSync(aside, { recursive: true });
    writeFileSync(path.join(aside, 'PG_VERSION'), '18');
    writeFileSync(path.join(dataDir, 'restore-unfinished.txt'), 'replaced-x');
    expect(() => assertNotHalfRestored(dataDir)).toThrow('was cut off');
    await expect(restore({ DATA_DIR: dataDir, ...silent }, root, [prepared.file])).rejects.toThrow(
      'add --replace',
    );
    expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(() => assertNotHalfRestored(dataDir)).not.toThrow();
  });
});

it('a backup of a folder without a shop is rejected', async ({ place }) => {
  const backup = createBackup({ DATA_DIR: path.join(place, 'none'), ...silent }, [place]);
  await expect(backup).rejects.toThrow('There is no shop in');
});
