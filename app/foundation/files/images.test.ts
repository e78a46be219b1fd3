import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { test as base, expect } from 'vitest';
import { testFolder } from '../../../tests/fixtures/test-folder.ts';
import { maxImageBytes, storeImage } from './images.server.ts';
import { createFolderStorage } from './uploads-folder.server.ts';

const it = base
  .extend('folder', ({ task: _ }) => testFolder('images'))
  .extend(
    'store',
    ({ folder }) =>
      (bytes: Buffer) =>
        storeImage(bytes, createFolderStorage(folder)),
  );
const readPhoto = () => readFileSync(path.join(import.meta.dirname, '../../../tests/fixtures/phone.heic'));

/** Creates an image whose upper half is red and whose lower half is blue. */
function twoColours(width = 60, height = 80) {
  const half = { create: { width, height: height / 2, channels: 3 as const, background: '#b02030' } };
  return sharp({ create: { width, height, channels: 3, background: '#2030b0' } }).composite([
    { input: half, gravity: 'north' },
  ]);
}

const openStored = (folder: string, file: string) => sharp(path.join(folder, file));

async function pixelAt(folder: string, file: string, left: number, top: number): Promise<number[]> {
  const pixel = await openStored(folder, file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Creates a complete PNG with one bit per pixel. An image of 30,000 × 30,000 pixels then has only 100 kB. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

it.for(['jpeg', 'png', 'webp'] as const)('converts a %s image to JPEG', async (format, { folder, store }) => {
  const bytes = await twoColours().toFormat(format).toBuffer();
  const image = await store(bytes);
  expect(image).toMatchObject({ width: 60, height: 80 });
  expect(image.file).toMatch(/^p-[0-9a-f]{24}\.jpg$/);
  const stored = await openStored(folder, image.file).metadata();
  expect(stored).toMatchObject({ format: 'jpeg', width: 60, height: 80 });
  expect(readdirSync(folder)).toEqual([image.file]);
});

it('converts a HEIC photo from Display P3 to sRGB', async ({ folder, store }) => {
  const { file, ...image } = await store(readPhoto());
  expect(image).toMatchObject({ width: 96, height: 128 });
  // The pixel has the values 184, 55, 63 in Display P3. The gamut of Display P3 is larger than that of sRGB.
  const [red = 0, green = 0, blue = 0] = await pixelAt(folder, file, 20, 90);
  expect(Math.max(Math.abs(red - 200), Math.abs(green - 40), Math.abs(blue - 60))).toBeLessThan(6);
});

it('rotates an uploaded image upright and removes its metadata', async ({ folder, store }) => {
  const bytes = await twoColours()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '26/1 55/1 0/1' } })
    .toBuffer();
  expect((await sharp(bytes).metadata()).orientation).toBe(6);
  const { file, width, height } = await store(bytes);
  expect({ width, height }).toEqual({ width: 80, height: 60 });
  const { exif, icc, xmp, orientation } = await openStored(folder, file).metadata();
  expect({ exif, icc, xmp, orientation }).toEqual({});
  const [red = 0] = await pixelAt(folder, file, 70, 30);
  expect(red, 'the top is on the right').toBeGreaterThan(120);
});

it('limits the longer edge of an uploaded image to 2,000 pixels', async ({ store }) => {
  const bytes = await twoColours(3000, 4000).jpeg().toBuffer();
  expect(await store(bytes)).toMatchObject({ width: 1500, height: 2000 });
});

it('returns the mean colour of an uploaded image, and replaces transparency with white', async ({
  folder,
  store,
}) => {
  const storePng = async (background: string) => {
    const create = { width: 40, height: 40, channels: 4, background } as const;
    return store(await sharp({ create }).png().toBuffer());
  };
  expect((await storePng('#8d1f2b')).colour).toMatch(/^#8[c-f](1[d-f]|2[01])2[9a-d]$/);
  expect(await pixelAt(folder, (await storePng('#0000')).file, 20, 20)).toEqual([255, 255, 255]);
});

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const photo = () => twoColours(1200, 1600).jpeg().toBuffer();
it.for<[what: string, make: () => Buffer | Promise<Buffer>, message: RegExp]>([
  ['an SVG with a script', () => Buffer.from(script), /drawing \(SVG\)/],
  ['an SVG behind a comment', () => Buffer.from(`\ufeff<?xml version="1.0"?><!-- x -->${script}`), /drawing/],
  ['an HTML file', () => Buffer.from('<!DOCTYPE html><script>1</script>'), /web page/],
  ['a PDF', () => Buffer.from('%PDF-1.7 …'), /PDF/],
  ['a GIF', () => Buffer.from('GIF89a…'), /GIF/],
  ['a video', () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), /under Video/],
  ['random text', () => Buffer.from('random text'), /does not know this kind/],
  ['an empty file', () => Buffer.alloc(0), /does not know this kind/],
  ['a truncated JPEG', async () => (await photo()).subarray(0, 9000), /damaged or incomplete/],
  ['a truncated PNG', async () => pngOf(2000, 2000).subarray(0, 200), /damaged or incomplete/],
  ['a JPEG of three bytes', () => Buffer.from([0xff, 0xd8, 0xff]), /damaged/],
  ['a HEIC with only one box', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), /damaged/],
])(
  'rejects %s as an image, names the cause, and stores no file',
  async ([, make, message], { folder, store }) => {
    const rejected = { name: 'image-rejected', status: 400, message: expect.stringMatching(message) };
    await expect(store(await make())).rejects.toMatchObject(rejected);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('rejects an image of 30,000 × 30,000 pixels without decoding it', async ({ store }) => {
  const bomb = pngOf(30_000, 30_000);
  expect(bomb.length).toBeLessThan(200_000);
  const before = process.memoryUsage().rss;
  for (let time = 0; time < 20; time++) await expect(store(bomb)).rejects.toThrow('more than 50 megapixels');
  // The decoded image would need 2.7 GB.
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(50);
});

it('rejects a HEIC image whose header states too many pixels, and any file of more than 15 MB', async ({
  store,
}) => {
  const bytes = readPhoto();
  // In an `ispe` box, four bytes of version and flags precede the width and the height.
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(10_000, at + 8);
    bytes.writeUInt32BE(10_000, at + 12);
  }
  await expect(store(bytes)).rejects.toThrow('more than 50 megapixels');
  const tooLarge = store(Buffer.alloc(maxImageBytes + 1));
  await expect(tooLarge).rejects.toMatchObject({ name: 'too-large', status: 413 });
});
