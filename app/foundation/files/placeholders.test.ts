import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodeImage } from './image-engine.server.ts';
import { placeholderOf } from './placeholders.server.ts';

const uploads = path.join(import.meta.dirname, '../../../seeds/uploads');

it('creates a placeholder of at most 250 bytes with several colours for a photo', async () => {
  for (const file of readdirSync(uploads).filter((name) => /^(hero|tile|tb-s.*1)\S*\.jpg$/.test(name))) {
    const data = await placeholderOf(await decodeImage(path.join(uploads, file), 1920));
    expect(`data:image/webp;base64,${data}`.length, file).toBeLessThanOrEqual(250);
    const { channels } = await sharp(Buffer.from(data, 'base64')).stats();
    expect(Math.max(...channels.map(({ min, max }) => max - min)), file).toBeGreaterThan(16);
  }
});

const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;

it.for([
  [224, 'an image of noise', { width: 600, height: 800, channels: 3, background: '#000', noise }],
  [224, 'a line of noise', { width: 1, height: 1500, channels: 3, background: '#000', noise }],
  [0, 'a transparent image', { width: 40, height: 40, channels: 4, background: '#0000' }],
] as const)('creates a placeholder of at most %i characters for %s', async ([max, , create]) => {
  const bytes = await sharp({ create }).png().toBuffer();
  const { length } = await placeholderOf(await decodeImage(bytes, 1920));
  expect(length).toBeLessThanOrEqual(max);
  expect(length > 0).toBe(max > 0);
});
