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
 * Opens the built shop, as `npm start` does, on a free port with a freshly seeded world of its own. After its first
 * start its folder is copied for the stories that start a shop of their own, see `seededFolder`; with `SEEDED_FOR_ENGINES`
 * a copy is left there.
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
  // At the same address: links to the pretend courier name it.
  const { port } = new URL(first.url);
  // A story may come from an address of its own: `X-Forwarded-For` counts.
  const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1', PORT: port });
  process.env.SHOP_URL = shop.url;
  const calls = await request.newContext({ baseURL: shop.url });
  await signInFirstOwner(calls);
  await liftLimits(calls);
  await deliverStoles(calls);
  await calls.dispose();
  return async () => {
    await shop.stop();
    const { SEEDED_FOR_ENGINES: left } = process.env;
    if (left) renameSync(seededFolder('engines'), left);
    for (const folder of [dataDir, seeded]) rmSync(folder, { recursive: true });
  };
}

/**
 * Replaces the images of a shop by small ones of the same form: decoding and encoding large ones takes a third of the processor time of a page,
 * and only stories about the images themselves look at them.
 */
async function shrinkImages(dataDir: string): Promise<void> {
  const uploads = path.join(dataDir, 'uploads');
  for (const name of readdirSync(uploads).filter((file) => /\.(jpg|webp|png)$/.test(file))) {
    const file = path.join(uploads, name);
    writeFileSync(file, await sharp(file).resize({ width: 240 }).toBuffer());
  }
  rmSync(path.join(dataDir, 'pictures'), { recursive: true, force: true });
}

/** The stole that stories order: more of it than they all take, so that no story sells another's. */
async function deliverStoles(calls: APIRequestContext): Promise<void> {
  const { headers } = firstOwner();
  const address = `/api/admin/products/${stole.proId}`;
  const { sizes }: AdminProduct = await (await calls.get(address, { headers })).json();
  const data = { size: sizes[0]?.id, change: 900, reason: 'new pieces came in' };
  const response = await calls.post(`${address}/stock`, { headers, data });
  if (!response.ok()) throw new Error(`The stoles did not come in: ${await response.text()}`);
}
