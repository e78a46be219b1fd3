import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import placeholders from './placeholders.json' with { type: 'json' };
import { shippedWidths } from './shipped-images.ts';

const { dirname: seeds } = import.meta;
const folder = path.join(seeds, 'pictures');
const shipped = [...shippedWidths].flatMap(([file, widths]) => widths.map((width) => ({ file, width })));

/** Returns the pixels of the image, reduced to 8 by 8 pixels. */
const thumbnailOf = (image: string | Buffer) =>
  sharp(image).resize(8, 8, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer();

/** Returns the mean difference of two thumbnails, from 0 to 255. */
function difference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

it('the shipped images are those that pages show before scrolling, with at most 6 MB in total', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    shipped.map(({ file, width }) => `${file}-${width}.webp`).toSorted(),
  );
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(6_000_000);
  expect(Object.keys(placeholders)).toEqual([...shippedWidths.keys()]);
});

it('the shipped images look like their sources; if not, run `node seeds/make-images.ts`', async () => {
  for (const [file, widths] of shippedWidths) {
    const source = readFileSync(path.join(seeds, 'uploads', file));
    const expected = await thumbnailOf(source);
    const { width: own } = await sharp(source).metadata();
    for (const width of widths) {
      const bytes = readFileSync(path.join(folder, `${file}-${width}.webp`));
      expect((await sharp(bytes).metadata()).width, `${file} ${width}`).toBe(Math.min(width, own));
      expect(difference(await thumbnailOf(bytes), expected), `${file} ${width}`).toBeLessThan(8);
    }
    const placeholder = Object.entries(placeholders).find(([name]) => name === file)?.[1] ?? '';
    const shown = await thumbnailOf(Buffer.from(placeholder, 'base64'));
    expect(difference(shown, expected), file).toBeLessThan(16);
  }
});
