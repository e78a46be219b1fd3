import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { imageWidths } from './files/image-widths.ts';
import { makeAhead } from './files/uploads.server.ts';

describe('a new picture', () => {
  it('is made ready in every width, WebP and AVIF, before anybody asks', async ({ shop, dataDir }) => {
    const folder = path.join(dataDir, 'uploads');
    mkdirSync(folder, { recursive: true });
    await sharp({ create: { width: 300, height: 400, channels: 3, background: '#8d1f2b' } })
      .jpeg()
      .toFile(path.join(folder, 'p-1.jpg'));
    await makeAhead(shop, 'p-1.jpg');
    const made = readdirSync(path.join(dataDir, 'pictures'));
    expect(made.filter((name) => name.endsWith('.webp'))).toHaveLength(imageWidths.length);
    expect(made.filter((name) => name.endsWith('.avif'))).toHaveLength(imageWidths.length);
  });

  it('that is not there is not made, and nobody minds', async ({ shop }) => {
    await makeAhead(shop, 'p-0.jpg');
  });
});
