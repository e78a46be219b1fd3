import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import sharp from 'sharp';
import type { AdminProduct } from '../../../app/catalogue/for-staff/contract.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../engine/temp-folder.ts';
import { stole } from './checkout.ts';
import { copyFolder, openAnotherShop, seededFolder } from './shop-process.ts';
import { firstOwner, liftLimits, signInFirstOwner } from './staff.ts';

/**
 * Opens the built shop as `npm start` does, on a free port and a newly seeded data folder. Copies the folder after the first
 * start for tests with their own shop, see `seededFolder`. With `SEEDED_FOR_ENGINES`, moves a copy to that path at the end.
 */
export default async function openShop() {
  removeStaleTempFolders();
  const dataDir = makeTempFolder('shop');
  const first = await openAnotherShop({ DATA_DIR: dataDir });
  await first.stop();
  await shrinkImages(dataDir);
  const seeded = makeTempFolder('seeded');
  copyFolder(dataDir, seeded);
  process.env.SEEDED_FOLDER = seeded;
  process.env.SHOP_FOLDER = dataDir;
  // Keep the port over restarts, because links to the pretend courier contain it.
  const { port } = new URL(first.url);
  // Tests choose their client address with `X-Forwarded-For`.
  const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1', PORT: port });
  process.env.SHOP_URL = shop.url;
  const api = await request.newContext({ baseURL: shop.url });
  await signInFirstOwner(api);
  await liftLimits(api);
  await deliverStoles(api);
  await api.dispose();
  return async () => {
    await shop.stop();
    const { SEEDED_FOR_ENGINES: left } = process.env;
    if (left) renameSync(seededFolder('engines'), left);
    for (const folder of [dataDir, seeded]) rmSync(folder, { recursive: true });
  };
}

/**
 * Replaces the images of a shop with small images of the same proportions. Only the tests about images need large ones.
 * Decoding and encoding those takes a third of a page's processor time.
 */
async function shrinkImages(dataDir: string): Promise<void> {
  const uploads = path.join(dataDir, 'uploads');
  for (const name of readdirSync(uploads).filter((file) => /\.(jpg|webp|png)$/.test(file))) {
    const file = path.join(uploads, name);
    writeFileSync(file, await sharp(file).resize({ width: 240 }).toBuffer());
  }
  rmSync(path.join(dataDir, 'pictures'), { recursive: true, force: true });
}

/** Adds more stock of the stole than all tests together buy. */
async function deliverStoles(api: APIRequestContext): Promise<void> {
  const { headers } = firstOwner();
  const address = `/api/admin/products/${stole.proId}`;
  const { sizes }: AdminProduct = await (await api.get(address, { headers })).json();
  const data = { size: sizes[0]?.id, change: 900, reason: 'new pieces came in' };
  const response = await api.post(`${address}/stock`, { headers, data });
  if (!response.ok()) throw new Error(`Failed to add stock of the stole: ${await response.text()}`);
}
