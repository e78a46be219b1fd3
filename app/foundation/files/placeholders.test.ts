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

it.for(['noise', 'a line'])(
  'creates a placeholder of at most 224 characters for an image of %s',
  async (what) => {
    const size = what === 'noise' ? { width: 600, height: 800 } : { width: 1, height: 1500 };
    const bytes = await sharp({
      create: { ...size, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
    })
      .png()
      .toBuffer();
    const data = await placeholderOf(await decodeImage(bytes, 1920));
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThanOrEqual(224);
  },
);

it('returns an empty placeholder for a transparent image', async () => {
  const transparent = { width: 40, height: 40, channels: 4, background: '#0000' } as const;
  const bytes = await sharp({ create: transparent }).png().toBuffer();
  expect(await placeholderOf(await decodeImage(bytes, 1920))).toBe('');
});
