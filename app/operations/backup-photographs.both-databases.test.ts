import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { migrations } from '../../tests/engine/databases.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { stole } from '../../tests/fixtures/checkout.ts';
import { shopWithFixtures, type TestShop } from '../../tests/fixtures/shop.ts';
import { deliverOrder, paidOrder } from '../../tests/fixtures/sold-orders.ts';
import { createApp } from '../app.server.ts';
import { openEmbedded } from '../foundation/database/database.server.ts';
import { readOrder } from '../orders/for-staff/read-order.server.ts';
import { requestReturn } from '../orders/returns/return-order.server.ts';
import { addReturnPhoto } from '../orders/returns/return-photos.server.ts';
import { createBackup } from './backup.server.ts';
import { restore } from './restore.server.ts';

const root = path.join(migrations, '..');
const world = inject('seededWorld');

/** Opens the shop of a data folder, and closes it after the work. */
async function withShop<Result>(dataDir: string, work: (shop: TestShop) => Promise<Result>): Promise<Result> {
  const { db, close } = await openEmbedded(dataDir, migrations);
  try {
    return await work(shopWithFixtures(db, dataDir));
  } finally {
    await close();
  }
}

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

/** Reads the photograph of an order's return as staff do, by its signed path. */
async function readPhotograph(shop: TestShop, orderId: string): Promise<Buffer> {
  const { returns } = await readOrder(shop, orderId);
  const response = await createApp({ shop }).request(returns[0]?.photos[0]?.address ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

// Folders of PostgreSQL are backed up by the same code: see backup-file.test.ts.
describe.runIf(world.engine === 'embedded')('a backup', { timeout: 240_000 }, () => {
  it('has the photographs of returns, which staff read in the restored shop', async ({ onTestFinished }) => {
    if (world.engine !== 'embedded') return;
    const folder = makeTempFolder(world.engine);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [dataDir, elsewhere] = [path.join(folder, 'data'), path.join(folder, 'elsewhere')];
    cpSync(world.folder, dataDir, { recursive: true });
    const [orderId, photograph] = await withShop(dataDir, async (shop) => {
      const id = await returnWithPhotograph(shop);
      return [id, await readPhotograph(shop, id)] as const;
    });
    expect((await sharp(photograph).metadata()).width).toBe(60);
    const silent = { LOG_LEVEL: 'silent' };
    const { file } = await createBackup({ DATA_DIR: dataDir, ...silent }, [folder]);
    await restore({ DATA_DIR: elsewhere, ...silent }, root, [file]);
    const restored = await withShop(elsewhere, (shop) => readPhotograph(shop, orderId));
    expect(restored.equals(photograph)).toBe(true);
  });
});
