import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, vi } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { ProblemBody } from '../http/http.server.ts';
import { storeImage } from './images.server.ts';
import { uploadsOf } from './uploads-storage.server.ts';
import { storeVideo } from './videos.server.ts';

const seeds = path.join(import.meta.dirname, '../../../seeds/uploads');
const video = readFileSync(path.join(seeds, 'breeze.mp4'));
const inSafari15 = { accept: 'image/webp,image/png,image/*' };

/** Machines of one shop, each with a data folder of its own and all with the same bucket. */
const it = base
  .extend('storage', async ({ task: _ }, { onCleanup }) => {
    const storage = await openStorage();
    onCleanup(() => storage.close());
    return storage;
  })
  .extend('openMachine', ({ shop, dataDir, storage }) => {
    let count = 0;
    return () => {
      count += 1;
      const folder = path.join(dataDir, `machine-${count}`);
      const config = { ...shop.config, dataDir: folder, bucket: storage.account };
      const machine = { ...shop, config };
      const app = createApp({ shop: machine, uploadsFolder: path.join(folder, 'uploads') });
      return { place: uploadsOf(machine), app, near: path.join(folder, 'from-bucket') };
    };
  });

const photograph = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#8d1f2b' } })
    .jpeg()
    .toBuffer();

describe('uploads in a bucket', () => {
  it('brought at one machine are shown by another, and what is made is made once', async ({
    openMachine,
    storage,
  }) => {
    const [one, other] = [openMachine(), openMachine()];
    const { file } = await storeImage(await photograph(), one.place);
    expect([...storage.objects.keys()]).toEqual([`uploads/${file}`]);
    const ask = (at: typeof one) => at.app.request(`/uploads/${file}?w=160&v=1`, { headers: inSafari15 });
    const first = await ask(one);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await vi.waitFor(() => expect(storage.objects.size).toBe(2));
    const second = await ask(other);
    expect(Buffer.from(await second.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(storage.requests.filter((call) => call.startsWith('PUT /shop/pictures/'))).toHaveLength(1);
    const known = { ...inSafari15, 'if-none-match': String(first.headers.get('etag')) };
    expect((await other.app.request(`/uploads/${file}?w=160&v=1`, { headers: known })).status).toBe(304);
    expect(storage.refused).toEqual([]);
  });

  it('a second look asks the bucket for nothing', async ({ openMachine, storage }) => {
    const { app, place } = openMachine();
    const { file } = await storeImage(await photograph(), place);
    await app.request(`/uploads/${file}?w=160&f=webp`);
    await vi.waitFor(() => expect(storage.objects.size).toBe(2));
    const calls = storage.requests.length;
    for (let look = 0; look < 5; look++)
      expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
    expect(storage.requests.length).toBe(calls);
  });

  it('a film comes whole and in parts', async ({ openMachine, storage }) => {
    const { app, place } = openMachine();
    const request = new Request('http://shop.test/', { method: 'POST', body: new Uint8Array(video) });
    const file = await storeVideo(request, place);
    expect(storage.objects.get(`uploads/${file}`)).toMatchObject({ type: 'video/mp4' });
    const whole = await app.request(`/uploads/${file}`);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(video.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    const part = await app.request(`/uploads/${file}`, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${video.length}`);
    expect(video.subarray(1000, 2000).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
  });

  it('a file that is not there, or no plain name, is 404 and nothing else is read', async ({
    openMachine,
    storage,
  }) => {
    const { app } = openMachine();
    storage.objects.set('secret.jpg', { bytes: Buffer.from('secret'), type: '', at: new Date() });
    for (const address of ['none.jpg', 'none.mp4', '..%2fsecret.jpg', '.hidden.jpg'])
      expect((await app.request(`/uploads/${address}`)).status).toBe(404);
    expect(storage.requests.filter((call) => call.includes('secret'))).toEqual([]);
  });

  it('while the bucket is away what is near is shown, and the rest is 503 in words; the shop goes on', async ({
    openMachine,
    storage,
  }) => {
    const { app, place } = openMachine();
    const { file } = await storeImage(await photograph(), place);
    expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
    await storage.close();
    expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
    const refused = await app.request('/uploads/other.jpg?w=160');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(ProblemBody.parse(await refused.json())).toMatchObject({
      title: 'files-away',
      message: 'Pictures and films cannot be reached just now. Please try again in a moment.',
    });
    await expect(storeImage(await photograph(), place)).rejects.toMatchObject({ name: 'files-away' });
    expect((await app.request('/api/category/get-all')).status).toBe(200);
    await expect(place.check()).rejects.toThrow('Uploads cannot be reached in the bucket shop');
  });

  it('what breaks off on its way is not kept', async ({ openMachine, storage }) => {
    const { app, near } = openMachine();
    storage.objects.set('uploads/long.mp4', { bytes: video, type: 'video/mp4', at: new Date() });
    storage.setMode('breaksOff');
    expect((await app.request('/uploads/long.mp4')).status).toBe(503);
    expect(readdirSync(near)).toEqual([]);
  });

  it('copies on this machine may be removed at any time', async ({ openMachine }) => {
    const { app, place: storage, near } = openMachine();
    const { file } = await storeImage(await photograph(), storage);
    await app.request(`/uploads/${file}?w=160&f=webp`);
    rmSync(near, { recursive: true });
    expect((await app.request(`/uploads/${file}?w=160&f=webp`)).status).toBe(200);
  });

  it('are listed with the newest first, and forgotten when nobody needs them', async ({
    openMachine,
    storage,
  }) => {
    const { place } = openMachine();
    for (const [at, name] of ['a.jpg', 'b.jpg', 'c.jpg'].entries())
      storage.objects.set(`uploads/${name}`, { bytes: Buffer.from(name), type: '', at: new Date(at * 5000) });
    expect(await place.listNewestFirst()).toEqual(['c.jpg', 'b.jpg', 'a.jpg']);
    await place.remove('b.jpg');
    expect(await place.listNames()).toEqual(['a.jpg', 'c.jpg']);
  });
});
