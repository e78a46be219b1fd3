import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { firstProductWidths, imageWidths } from './files/image-widths.ts';
import { findPlaceholders } from './files/placeholders.server.ts';
import { pregenerateVariants } from './files/uploads.server.ts';
import { uploadsOf } from './files/uploads-storage.server.ts';

const listVariants = (dataDir: string, format: string) =>
  readdirSync(path.join(dataDir, 'pictures')).filter((name) => name.endsWith(format));

it('reads an image once to create its placeholder and first-screen widths', async ({ shop, dataDir }) => {
  const folder = path.join(dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  await sharp({ create: { width: 700, height: 900, channels: 3, background: '#8d1f2b' } })
    .jpeg()
    .toFile(path.join(folder, 'p-1.jpg'));
  const opened = vi.spyOn(uploadsOf(shop), 'localPath');
  await pregenerateVariants(shop, 'p-1.jpg', firstProductWidths);
  expect(opened).toHaveBeenCalledTimes(1);
  const variants = listVariants(dataDir, '.webp');
  const widths = await Promise.all(
    variants.map(async (name) => (await sharp(path.join(dataDir, 'pictures', name)).metadata()).width),
  );
  expect(widths.toSorted((a, b) => a - b)).toEqual([...firstProductWidths]);
  expect(Object.keys(await findPlaceholders(shop, ['p-1.jpg']))).toEqual(['p-1.jpg']);
  for (const format of ['.webp', '.avif'])
    await vi.waitFor(() => expect(listVariants(dataDir, format)).toHaveLength(imageWidths.length), 10_000);
});

it('creates no placeholder if the file of an image is missing', async ({ shop }) => {
  await pregenerateVariants(shop, 'p-0.jpg', firstProductWidths);
  expect(await findPlaceholders(shop, ['p-0.jpg'])).toEqual({});
});
