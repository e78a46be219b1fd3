import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { fieldsOf, problemOf } from '../../../tests/fixtures/api.ts';
import { it as base } from '../../../tests/fixtures/world.ts';

const seeds = path.join(import.meta.dirname, '../../../seeds/uploads');
const inChrome = { accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' };
const inSafari15 = { accept: 'image/webp,image/png,image/*' };

/** A shop with two images and a video in its uploads. */
const it = base.extend('folders', async ({ dataDir }) => {
  const uploads = path.join(dataDir, 'uploads');
  for (const file of ['tile-stoles.jpg', 'breeze-poster.jpg', 'breeze.mp4'])
    await copyFile(path.join(seeds, file), path.join(uploads, file));
  return { uploads, variants: path.join(dataDir, 'pictures') };
});

const imageCaching = 'public, max-age=86400, stale-while-revalidate=604800';

/** Returns the file name of an image variant for the current version of the image. */
async function nameOf({ uploads }: { uploads: string }, file: string, variant: string) {
  const { mtimeMs } = await stat(path.join(uploads, file));
  return `${file}-${Math.floor(mtimeMs).toString(36)}-${variant}`;
}

/** An image of 40 × 20 pixels. */
const maroon = () => sharp({ create: { width: 40, height: 20, channels: 3, background: 'maroon' } });

const listVariants = (folder: string) => readdir(folder).catch(() => []);

async function imageOf(response: Response) {
  expect(response.status).toBe(200);
  return sharp(Buffer.from(await response.arrayBuffer())).metadata();
}

it('serves an image as JPEG by default, with caching for a day [S-DATA-26]', async ({ app, folders }) => {
  const response = await app.request('/uploads/tile-stoles.jpg');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': imageCaching,
    vary: 'Accept, Save-Data',
    'x-content-type-options': 'nosniff',
  });
  const image = await imageOf(response);
  const original = await sharp(path.join(folders.uploads, 'tile-stoles.jpg')).metadata();
  expect(image.format).toBe('jpeg');
  expect(image.width).toBe(Math.min(1280, original.width));
});

it('serves WebP to a browser that accepts AVIF, until AVIF is generated', async ({ app, folders }) => {
  const requestImage = () => app.request('/uploads/tile-stoles.jpg?w=160&v=1', { headers: inChrome });
  const first = await requestImage();
  const kindOf = ({ headers }: Response) => [headers.get('content-type'), headers.get('cache-control')];
  expect(kindOf(first)).toEqual(['image/webp', imageCaching]);
  const avif = await nameOf(folders, 'tile-stoles.jpg', '160.avif');
  await vi.waitFor(async () => expect(await listVariants(folders.variants)).toContain(avif), 8000);
  const later = await requestImage();
  expect(kindOf(later)).toEqual(['image/avif', 'public, max-age=31536000, immutable']);
  expect((await later.arrayBuffer()).byteLength).toBeGreaterThan(300);
});

it.for([
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])(
  'serves an image in the format that `?f=%s` requests, and ignores `Accept`',
  async ([format, kind], { app, folders }) => {
    expect(await listVariants(folders.variants)).toEqual([]);
    const response = await app.request(`/uploads/tile-stoles.jpg?w=160&f=${format}`, { headers: inSafari15 });
    const headers = { 'content-type': kind, 'cache-control': imageCaching };
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    expect(response.status).toBe(200);
  },
);

it('serves an image no wider than its original, and a narrower one of at least 160 pixels if the client sends `Save-Data`', async ({
  app,
  folders,
}) => {
  const widthOf = async (width: number) => {
    const headers = { ...inSafari15, 'save-data': 'on' };
    return (await imageOf(await app.request(`/uploads/tile-stoles.jpg?w=${width}`, { headers }))).width;
  };
  expect(await Promise.all([160, 480, 640].map(widthOf))).toEqual([160, 320, 400]);
  await maroon().png().toFile(path.join(folders.uploads, 'small.png'));
  const served = await imageOf(await app.request('/uploads/small.png?w=320'));
  expect(served).toMatchObject({ width: 40, height: 20 });
});

it.for([
  ...['161', '0', '-160', '', '1e9', 'wide'].map((width) => [`w=${width}`, 'w'] as const),
  ...['gif', '', 'toString', '__proto__', '../../x'].map((format) => [`f=${format}`, 'f'] as const),
])('rejects the query string `?%s` and names the field %s', async ([query, field], { app, folders }) => {
  const response = await app.request(`/uploads/tile-stoles.jpg?${query}`);
  expect(response.status).toBe(400);
  expect(fieldsOf(await problemOf(response))).toEqual([field]);
  expect(await listVariants(folders.variants)).toEqual([]);
});

it('generates an image variant only once for 30 concurrent requests', async ({ app, folders }) => {
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => app.request('/uploads/breeze-poster.jpg?w=160&f=webp')),
  );
  const bodies = responses.map(async (response) => Buffer.from(await response.arrayBuffer()).toString('hex'));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(bodies)).size).toBe(1);
  const variant = await nameOf(folders, 'breeze-poster.jpg', '160.webp');
  expect(await listVariants(folders.variants)).toEqual([variant]);

  const file = path.join(folders.variants, variant);
  const before = await stat(file);
  await app.request('/uploads/breeze-poster.jpg?w=160&f=webp');
  expect(await stat(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

it('generates a variant again, with a new ETag, after the image is replaced', async ({ app, folders }) => {
  const file = path.join(folders.uploads, 'tile-stoles.jpg');
  const requestImage = (headers = {}) => app.request('/uploads/tile-stoles.jpg?w=160&f=webp', { headers });
  const first = await requestImage();
  const headers = { 'if-none-match': `"other", W/${first.headers.get('etag')}` };
  const same = await requestImage(headers);
  expect([same.status, await same.text()]).toEqual([304, '']);
  expect(same.headers.get('cache-control')).toBe(imageCaching);

  await copyFile(path.join(seeds, 'breeze-poster.jpg'), file);
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  const again = await requestImage(headers);
  expect(again.status).toBe(200);
  expect(Buffer.from(await again.arrayBuffer())).not.toEqual(Buffer.from(await first.arrayBuffer()));
});

it('while the queue is full, responds 503 for an image variant that is not generated yet', async ({
  app,
  folders,
}) => {
  const requestImage = (file: string) => app.request(`/uploads/${file}?w=160&f=webp`);
  expect((await requestImage('tile-stoles.jpg')).status).toBe(200);
  const files = Array.from({ length: 160 }, (_, count) => `many-${count}.jpg`);
  for (const file of files)
    await copyFile(path.join(seeds, 'tile-stoles.jpg'), path.join(folders.uploads, file));
  const requested = Promise.all(files.map(requestImage));
  expect((await requestImage('tile-stoles.jpg')).status).toBe(200);
  const responses = await requested;
  const rejected = responses.filter(({ status }) => status === 503);
  expect(rejected[0]?.headers.get('retry-after')).toBe('2');
  const served = responses.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(121);
  expect(rejected.length + served.length).toBe(160);
});

it('serves an image without its metadata', async ({ app, folders }) => {
  const file = path.join(folders.uploads, 'taken.jpg');
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '26/1 54/1 0/1' };
  const exif = { IFD0: { Artist: 'Asha of Jaipur' }, IFD3: gps };
  await maroon().jpeg().withExif(exif).toFile(file);
  expect(await readFile(file, 'latin1')).toContain('Asha of Jaipur');
  for (const format of ['jpg', 'webp', 'avif']) {
    const response = await app.request(`/uploads/taken.jpg?w=160&f=${format}`);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    for (const trace of ['Asha of Jaipur', 'Exif\0\0']) expect(bytes.includes(trace)).toBe(false);
  }
});

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const hugeImage = { width: 10_000, height: 5001, channels: 3, background: 'white' } as const;

it.for<[what: string, bytes: Buffer | (() => Promise<Buffer>)]>([
  ['an SVG', Buffer.from(drawing)],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from(gif, 'base64')],
  ['random bytes', randomBytes(2000)],
  ['no bytes', Buffer.alloc(0)],
  ['half an image', async () => (await readFile(path.join(seeds, 'tile-stoles.jpg'))).subarray(0, 5000)],
  ['an image of 50 megapixels', () => sharp({ create: hugeImage }).png({ compressionLevel: 9 }).toBuffer()],
])('responds 404 if an image file contains %s', async ([, bytes], { app, folders }) => {
  const file = path.join(folders.uploads, 'named.jpg');
  await writeFile(file, Buffer.isBuffer(bytes) ? bytes : await bytes());
  const problem = await problemOf(app.request('/uploads/named.jpg?w=160'));
  expect(problem).toMatchObject({ status: 404, title: 'not-an-image' });
  expect(await listVariants(folders.variants)).toEqual([]);
});

it.for([
  ...['../secret.jpg', '..%2fsecret.jpg', '..%2Fsecret.jpg', '%2e%2e/secret.jpg', '%2e%2e%2fsecret.jpg'],
  ...['..\\secret.jpg', '..%5csecret.jpg', '..%252fsecret.jpg', '%252e%252e%252fsecret.jpg'],
  ...['....//secret.jpg', './secret.jpg', '/secret.jpg', '..%c0%afsecret.jpg', '%E0%A4%A.jpg'],
  ...['..%2fsecret.mp4', 'x%2f..%2f..%2fsecret.mp4', '.hidden.jpg', 'inner/within.jpg'],
  ...['inner%2fwithin.jpg', 'inner', 'folder.jpg', 'folder.mp4', 'tile-stoles.jpg/', 'tile-stoles.jpg/x'],
  ...['notes.txt', 'notes', 'none.jpg', 'none.mp4', '', '%00', 'tile-stoles.jpg%00.png'],
])('responds 404 or 400 to the path /uploads/%s', async (address, { app, folders }) => {
  const secret = Buffer.from('the secret of the shop');
  const { uploads } = folders;
  for (const folder of ['inner', 'folder.jpg', 'folder.mp4']) await mkdir(path.join(uploads, folder));
  const unserved = ['inner/within.jpg', 'folder.mp4/index.html', '.hidden.jpg', 'notes.txt', 'notes'];
  const outside = ['../secret.jpg', '../secret.mp4'];
  for (const file of [...unserved, ...outside]) await writeFile(path.join(uploads, file), secret);

  const response = await app.request(`http://shop.test/uploads/${address}`);
  expect([404, 400]).toContain(response.status);
  expect(response.status === 400).toBe(address.includes('%00'));
  expect(await response.text()).not.toContain('secret of');
});

it.for([
  [undefined, 0, undefined],
  ['bytes=0-1', 0, 2],
  ['bytes=1000-1999', 1000, 2000],
  ['bytes=5000-', 5000, undefined],
  ['bytes=-500', -500, undefined],
] as const)(
  'responds to `Range: %s` with the bytes `slice(%s, %s)` of a video',
  async ([range, from, to], { app, folders }) => {
    const video = await readFile(path.join(folders.uploads, 'breeze.mp4'));
    const headers = { ...(range && { range }), 'accept-encoding': 'gzip' };
    const response = await app.request('/uploads/breeze.mp4', { headers });
    const part = video.subarray(from, to);
    const start = from < 0 ? video.length + from : from;
    expect(response.status).toBe(range ? 206 : 200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=86400',
      'content-length': String(part.length),
      ...(range && { 'content-range': `bytes ${start}-${start + part.length - 1}/${video.length}` }),
    });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(part.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  },
);

it('responds 416 to a range that begins after the end of a video', async ({ app, folders }) => {
  const { size } = await stat(path.join(folders.uploads, 'breeze.mp4'));
  const response = await app.request('/uploads/breeze.mp4', { headers: { range: `bytes=${size}-` } });
  expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
});
