import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { openStorage } from '../tests/doubles/s3.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { firstProductWidths, imageWidths } from './foundation/files/image-widths.ts';
import { findPlaceholders, listUnprepared } from './foundation/files/placeholders.server.ts';
import { pregenerateVariants } from './foundation/files/uploads.server.ts';
import { uploadsOf } from './foundation/files/uploads-storage.server.ts';
import { prepareFirstImages } from './prepare-images.server.ts';

const seeds = path.join(import.meta.dirname, '../seeds/uploads');
const files = ['hero-1.jpg', 'tile-sarees.jpg', 'tb-sar-001-1.jpg'];

/** Creates a shop without image placeholders. Three of its images are in the uploads folder. */
const it = base.extend('oldShop', async ({ shop, dataDir }) => {
  await shop.db.execute(sql`truncate image_placeholders`);
  for (const file of files) copyFileSync(path.join(seeds, file), path.join(dataDir, 'uploads', file));
  return shop;
});

const listVariants = (dataDir: string) => readdirSync(path.join(dataDir, 'pictures'));

it('creates placeholders and smaller variants of the first-screen images in the uploads folder, unless the shop is closing', async ({
  oldShop,
  dataDir,
}) => {
  await prepareFirstImages(oldShop, () => true);
  expect(await findPlaceholders(oldShop, files)).toEqual({});
  await prepareFirstImages(oldShop);
  expect(Object.keys(await findPlaceholders(oldShop, files)).toSorted()).toEqual(files.toSorted());
  // Only the first image of each product is prepared, not the second.
  expect(await findPlaceholders(oldShop, ['tb-sar-001-2.jpg'])).toEqual({});
  expect(listVariants(dataDir)).toHaveLength(3 * 8);
  expect(await listUnprepared(oldShop, files)).toEqual([]);
});

it('creates placeholders and smaller variants of the first-screen images in a bucket', async ({
  oldShop,
  dataDir,
}) => {
  const storage = await openStorage();
  const jpeg = { type: 'image/jpeg', at: new Date() };
  try {
    for (const file of files)
      storage.objects.set(`uploads/${file}`, { ...jpeg, bytes: readFileSync(path.join(seeds, file)) });
    const config = { ...oldShop.config, dataDir: path.join(dataDir, 'machine'), bucket: storage.account };
    await prepareFirstImages({ ...oldShop, config });
    expect(Object.keys(await findPlaceholders(oldShop, files)).toSorted()).toEqual(files.toSorted());
    await vi.waitFor(() =>
      expect([...storage.objects.keys()].filter((key) => key.startsWith('pictures/'))).toHaveLength(3 * 8),
    );
  } finally {
    await storage.close();
  }
});

it('tries to prepare an unreadable image only once, and prepares the other images', async ({
  oldShop,
  dataDir,
}) => {
  writeFileSync(path.join(dataDir, 'uploads', 'hero-1.jpg'), 'no picture');
  await prepareFirstImages(oldShop);
  const prepared = Object.keys(await findPlaceholders(oldShop, files));
  expect(prepared.toSorted()).toEqual(['tb-sar-001-1.jpg', 'tile-sarees.jpg']);
  expect(await listUnprepared(oldShop, ['hero-1.jpg'])).toEqual([]);
});

it('reads an image once to create its placeholder and its smaller variants', async ({ shop, dataDir }) => {
  const color = { width: 700, height: 900, channels: 3, background: '#8d1f2b' } as const;
  await sharp({ create: color })
    .jpeg()
    .toFile(path.join(dataDir, 'uploads', 'p-1.jpg'));
  const opened = vi.spyOn(uploadsOf(shop), 'localPath');
  await pregenerateVariants(shop, 'p-1.jpg', firstProductWidths);
  expect(opened).toHaveBeenCalledTimes(1);
  const list = (format: string) => listVariants(dataDir).filter((name) => name.endsWith(format));
  const widths = await Promise.all(
    list('.webp').map(async (name) => (await sharp(path.join(dataDir, 'pictures', name)).metadata()).width),
  );
  expect(widths.toSorted((a, b) => a - b)).toEqual([...firstProductWidths]);
  for (const format of ['.webp', '.avif'])
    await vi.waitFor(() => expect(list(format)).toHaveLength(imageWidths.length), 10_000);
  await pregenerateVariants(shop, 'missing.jpg', firstProductWidths);
  expect(Object.keys(await findPlaceholders(shop, ['p-1.jpg', 'missing.jpg']))).toEqual(['p-1.jpg']);
});
