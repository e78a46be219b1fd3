import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { storeImage } from './images.server.ts';
import { uploadsOf } from './uploads-storage.server.ts';
import { storeVideo } from './videos.server.ts';

const seeds = path.join(import.meta.dirname, '../../../seeds/uploads');
const video = readFileSync(path.join(seeds, 'breeze.mp4'));
const inSafari15 = { accept: 'image/webp,image/png,image/*' };

/** `openMachine` opens one more machine of the shop, with its own data folder. All machines share one bucket. */
const it = base
  .extend('storage', async ({ task: _ }, { onCleanup }) => {
    const storage = await openStorage();
    onCleanup(() => storage.close());
    return storage;
  })
  .extend('openMachine', ({ shop, dataDir, storage }) => {
    let count = 0;
    return () => {
      const folder = path.join(dataDir, `machine-${++count}`);
      const machine = { ...shop, config: { ...shop.config, dataDir: folder, bucket: storage.account } };
      const copies = path.join(folder, 'from-bucket');
      return { uploads: uploadsOf(machine), app: createApp({ shop: machine }), copies };
    };
  });

const photograph = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#8d1f2b' } })
    .jpeg()
    .toBuffer();

it('generates an image variant once for two machines, which then serve it from local copies', async ({
  openMachine,
  storage,
}) => {
  const [first, second] = [openMachine(), openMachine()];
  const { file } = await storeImage(await photograph(), first.uploads);
  expect([...storage.objects.keys()]).toEqual([`uploads/${file}`]);
  const request = (machine: typeof first) =>
    machine.app.request(`/uploads/${file}?w=160&v=1`, { headers: inSafari15 });
  const response = await request(first);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  await vi.waitFor(() => expect(storage.objects.size).toBe(2));
  const otherResponse = await request(second);
  expect(Buffer.from(await otherResponse.arrayBuffer())).toEqual(Buffer.from(await response.arrayBuffer()));
  expect(otherResponse.headers.get('etag')).toBe(response.headers.get('etag'));
  expect(storage.requests.filter((request) => request.startsWith('PUT /shop/pictures/'))).toHaveLength(1);
  const headers = { ...inSafari15, 'if-none-match': String(response.headers.get('etag')) };
  const count = storage.requests.length;
  expect((await second.app.request(`/uploads/${file}?w=160&v=1`, { headers })).status).toBe(304);
  expect((await request(second)).status).toBe(200);
  expect(storage.requests.length).toBe(count);
  expect(storage.rejected).toEqual([]);
});

it('serves a whole video and a part of a video from the bucket', async ({ openMachine, storage }) => {
  const { app, uploads } = openMachine();
  const request = new Request('http://shop.test/', { method: 'POST', body: new Uint8Array(video) });
  const file = await storeVideo(request, uploads);
  expect(storage.objects.get(`uploads/${file}`)).toMatchObject({ type: 'video/mp4' });
  const whole = await app.request(`/uploads/${file}`);
  expect(whole.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(video.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  const part = await app.request(`/uploads/${file}`, { headers: { range: 'bytes=1000-1999' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${video.length}`);
  expect(video.subarray(1000, 2000).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
});

it('responds 404 for unknown files, and requests only objects below `uploads/` from the bucket', async ({
  openMachine,
  storage,
}) => {
  const { app } = openMachine();
  storage.objects.set('secret.jpg', { bytes: Buffer.from('secret'), type: '', at: new Date() });
  for (const address of ['none.jpg', 'none.mp4', '..%2fsecret.jpg', '.hidden.jpg'])
    expect((await app.request(`/uploads/${address}`)).status).toBe(404);
  expect(storage.requests.filter((request) => request.includes('secret'))).toEqual([]);
});

it('serves local copies, and responds 503 for other files, while the bucket is unavailable', async ({
  openMachine,
  storage,
}) => {
  const { app, uploads } = openMachine();
  const { file } = await storeImage(await photograph(), uploads);
  expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
  await storage.close();
  expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
  const refused = await app.request('/uploads/other.jpg?w=160');
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ status: 503, title: 'files-away' });
  await expect(storeImage(await photograph(), uploads)).rejects.toMatchObject({ name: 'files-away' });
  expect((await app.request('/api/category/get-all')).status).toBe(200);
  await expect(uploads.check()).rejects.toThrow('Uploads cannot be reached in the bucket shop');
});

it('deletes the local copy of an incomplete download from the bucket', async ({ openMachine, storage }) => {
  const { app, copies } = openMachine();
  storage.objects.set('uploads/long.mp4', { bytes: video, type: 'video/mp4', at: new Date() });
  storage.setMode('truncated');
  expect((await app.request('/uploads/long.mp4')).status).toBe(503);
  expect(readdirSync(copies)).toEqual([]);
});

it('lists the uploads of a bucket, newest first, and removes an upload', async ({ openMachine, storage }) => {
  const { uploads } = openMachine();
  for (const [at, name] of ['a.jpg', 'b.jpg', 'c.jpg'].entries())
    storage.objects.set(`uploads/${name}`, { bytes: Buffer.from(name), type: '', at: new Date(at * 5000) });
  expect(await uploads.listNewestFirst()).toEqual(['c.jpg', 'b.jpg', 'a.jpg']);
  await uploads.remove('b.jpg');
  expect(await uploads.listNames()).toEqual(['a.jpg', 'c.jpg']);
});
