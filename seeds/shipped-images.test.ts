import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import placeholders from './placeholders.json' with { type: 'json' };
import { shippedWidths } from './shipped-images.ts';

const { dirname: seeds } = import.meta;
const made = path.join(seeds, 'pictures');
const shipped = [...shippedWidths].flatMap(([file, widths]) => widths.map((width) => ({ file, width })));

/** What an image looks like from far away. */
const glance = (image: string | Buffer) =>
  sharp(image).resize(8, 8, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer();

/** The mean difference of two of them, of 255. */
function difference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe('the pictures that come with the demonstration ready made', () => {
  it('are those of the first screens, 6 MB at most in all', () => {
    expect(readdirSync(made).toSorted()).toEqual(
      shipped.map(({ file, width }) => `${file}-${width}.webp`).toSorted(),
    );
    const bytes = readdirSync(made).reduce((sum, name) => sum + statSync(path.join(made, name)).size, 0);
    expect(bytes).toBeLessThan(6_000_000);
    expect(Object.keys(placeholders)).toEqual([...shippedWidths.keys()]);
  });

  it('show what their sources show: otherwise run `node seeds/make-images.ts`', async () => {
    for (const [file, widths] of shippedWidths) {
      const source = readFileSync(path.join(seeds, 'uploads', file));
      const seen = await glance(source);
      const { width: own } = await sharp(source).metadata();
      for (const width of widths) {
        const bytes = readFileSync(path.join(made, `${file}-${width}.webp`));
        expect((await sharp(bytes).metadata()).width, `${file} ${width}`).toBe(Math.min(width, own));
        expect(difference(await glance(bytes), seen), `${file} ${width}`).toBeLessThan(8);
      }
      const placeholder = Object.entries(placeholders).find(([name]) => name === file)?.[1] ?? '';
      expect(difference(await glance(Buffer.from(placeholder, 'base64')), seen), file).toBeLessThan(16);
    }
  });
});
