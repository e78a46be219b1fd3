/** Place and camera in films: removed from what is uploaded, and once from what was uploaded before. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import {
  box,
  camera,
  cleanMp4,
  cleanWebm,
  element,
  gpsLocation,
  gpsTrack,
  mp4With,
  mp4WithLocation,
  tags,
  webmWith,
  webmWithLocation,
  xmp,
} from '../../../tests/fixtures/videos.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { createImageWorker } from '../../prepare-images.server.ts';
import { uploadsOf } from './uploads-storage.server.ts';
import { cleanStoredVideos, storeVideo } from './videos.server.ts';

const it = base
  .extend('uploads', ({ dataDir }) => path.join(dataDir, 'uploads'))
  .extend('bring', ({ shop, app }) => {
    /** Uploads a film. Returns the bytes that the shop then serves. */
    return async (film: Uint8Array) => {
      const request = new Request('http://shop.test/', { method: 'POST', body: new Uint8Array(film) });
      const file = await storeVideo(request, uploadsOf(shop));
      return Buffer.from(await (await app.request(`/uploads/${file}`)).arrayBuffer());
    };
  });

/** What a film tells of where and with what it was made. */
const traces = (film: Buffer) =>
  [gpsLocation, camera, '26.91', 'GPS'].filter((trace) => film.includes(trace));

/** The boxes of a list, by type, as a player walks them. */
function boxesOf(film: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < film.length; at += film.readUInt32BE(at))
    found.push(film.toString('latin1', at + 4, at + 8));
  return found;
}

/** An MP4 of fragments: one of the clean film's boxes is called a fragment. */
function inFragments(film: Buffer): Buffer {
  return Buffer.concat([film, box('moof', box('mfhd', Buffer.alloc(8)))]);
}

/** The clean WebM's clusters without their lengths, as a browser records. */
function recorded(): Buffer {
  const film = webmWith([tags], { live: true });
  const cluster = Buffer.from('1f43b675', 'hex');
  for (let at = film.indexOf(cluster); at >= 0; at = film.indexOf(cluster, at + 1)) {
    const width = Math.clz32(film[at + 4] ?? 0) - 23;
    film.fill(0xff, at + 4, at + 4 + width);
    film[at + 4] = 2 ** (9 - width) - 1;
  }
  return film;
}

describe('a film that is uploaded', () => {
  it.for([
    ['an MP4 with place, XMP and a GPS track', mp4WithLocation()],
    ['a WebM with tags and an attachment', webmWithLocation()],
    ['a live WebM with tags', webmWithLocation({ live: true })],
    ['a WebM of a browser, with clusters of unknown size', recorded()],
    ['an MP4 in fragments with place', inFragments(Buffer.concat([cleanMp4, xmp]))],
    ['an MP4 with place in subtitles', mp4With((at) => [gpsTrack(at, { handler: 'text' })])],
    ['an MP4 with place in free room', Buffer.concat([cleanMp4, box('free', Buffer.from(gpsLocation))])],
    ['a WebM with place in free room', webmWith([element('ec', Buffer.from(gpsLocation))])],
  ] as const)('%s is served without them, in the same length', async ([, film], { bring }) => {
    expect(traces(film)).not.toEqual([]);
    const served = await bring(film);
    expect(traces(served)).toEqual([]);
    expect(served.length).toBe(film.length);
    expect(served.equals(await bring(served))).toBe(true);
  });

  it('keeps its pictures where they were', async ({ bring }) => {
    const served = await bring(mp4WithLocation());
    expect(boxesOf(served)).toEqual(['ftyp', 'free', 'free', 'mdat', 'mdat', 'moov', 'free', 'free']);
    const pictures = cleanMp4.subarray(cleanMp4.indexOf('mdat', 0, 'latin1'));
    expect(served.includes(pictures)).toBe(true);
    const webm = await bring(webmWithLocation());
    const firstCluster = cleanWebm.indexOf(Buffer.from('1f43b675', 'hex'));
    expect(webm.includes(cleanWebm.subarray(firstCluster))).toBe(true);
  });

  it.for([
    ['MP4', cleanMp4],
    ['WebM', cleanWebm],
  ] as const)('as a clean %s is left as it is', async ([, film], { bring }) => {
    expect(film.equals(await bring(film))).toBe(true);
  });

  it.for([
    ['a box that is longer than the film', mp4With(() => [Buffer.from('7fffffff75647461', 'hex')])],
    ['no movie box', Buffer.concat([cleanMp4.subarray(0, 32), box('mdat', Buffer.from(gpsLocation))])],
    ['an end in the middle', mp4WithLocation().subarray(0, -20)],
    ['a GPS track whose samples lie outside', mp4With(() => [gpsTrack(8)])],
    [
      'a GPS track with more samples than the film has bytes',
      mp4With((at) => [gpsTrack(at, { length: 2 ** 31 })]),
    ],
    ['a GPS track in fragments', inFragments(mp4With((at) => [gpsTrack(at)]))],
    ['a WebM that is cut off', webmWithLocation().subarray(0, -20)],
    [
      'a WebM whose tags have no length',
      webmWith([element('1254c367', Buffer.from(gpsLocation), 'unknown')]),
    ],
    [
      'a WebM with a track of data',
      webmWith([element('1654ae6b', element('ae', element('83', Buffer.of(0x21))))]),
    ],
  ] as const)('with %s is refused in words, and not kept', async ([, film], { bring, uploads }) => {
    await expect(bring(film)).rejects.toMatchObject({
      name: 'video-rejected',
      status: 400,
      message: expect.stringMatching(/Please save it anew as an MP4 .*\.$/),
    });
    expect(await readdir(uploads)).toEqual([]);
  });
});

describe('films that were uploaded before', () => {
  it('lose place and camera once, under their own names', async ({ ownShop: shop, uploads }) => {
    await writeFile(path.join(uploads, 'f-1.mp4'), mp4WithLocation());
    await writeFile(path.join(uploads, 'f-2.webm'), webmWithLocation());
    await writeFile(path.join(uploads, 'clean.mp4'), cleanMp4);
    const { mtimeMs } = await stat(path.join(uploads, 'clean.mp4'));
    const worker = createImageWorker({ ...shop, wakeEmailWorker: () => undefined });
    await worker.runOnce();
    for (const file of ['f-1.mp4', 'f-2.webm'])
      expect(traces(await readFile(path.join(uploads, file)))).toEqual([]);
    expect((await stat(path.join(uploads, 'clean.mp4'))).mtimeMs).toBe(mtimeMs);
    // What was checked is not read again.
    await writeFile(path.join(uploads, 'f-1.mp4'), mp4WithLocation());
    await cleanStoredVideos(shop);
    expect(traces(await readFile(path.join(uploads, 'f-1.mp4')))).not.toEqual([]);
  });

  it('that cannot be cleaned are named in the log and keep no other from it', async ({ shop, uploads }) => {
    await writeFile(path.join(uploads, 'a.mp4'), mp4WithLocation().subarray(0, -20));
    await writeFile(path.join(uploads, 'b.mp4'), mp4WithLocation());
    const warned: unknown[] = [];
    const log = Object.assign(Object.create(shop.log), { warn: (fields: unknown) => warned.push(fields) });
    await cleanStoredVideos({ ...shop, log });
    expect(warned).toMatchObject([{ file: 'a.mp4' }]);
    expect(traces(await readFile(path.join(uploads, 'b.mp4')))).toEqual([]);
  });

  it('are left when the shop closes', async ({ shop, uploads }) => {
    await writeFile(path.join(uploads, 'a.mp4'), mp4WithLocation());
    await cleanStoredVideos(shop, () => true);
    expect(traces(await readFile(path.join(uploads, 'a.mp4')))).not.toEqual([]);
  });

  it('in a bucket are stored again only if they change', async ({ shop, dataDir }) => {
    const storage = await openStorage();
    try {
      const at = new Date();
      storage.objects.set('uploads/f-1.mp4', { bytes: mp4WithLocation(), type: 'video/mp4', at });
      storage.objects.set('uploads/clean.webm', { bytes: cleanWebm, type: 'video/webm', at });
      const config = { ...shop.config, dataDir: path.join(dataDir, 'machine'), bucket: storage.account };
      const machine = { ...shop, config };
      const app = createApp({ shop: machine, uploadsFolder: path.join(dataDir, 'machine', 'uploads') });
      const serve = async () => Buffer.from(await (await app.request('/uploads/f-1.mp4')).arrayBuffer());
      expect(traces(await serve())).not.toEqual([]);
      await cleanStoredVideos(machine);
      expect(traces(await serve())).toEqual([]);
      expect(storage.requests.filter((call) => call.startsWith('PUT '))).toEqual([
        expect.stringContaining('/uploads/f-1.mp4'),
      ]);
      // Neither the copy with the place nor a draft is left on the machine.
      expect(await readdir(path.join(config.dataDir, 'from-bucket'))).toHaveLength(2);
    } finally {
      await storage.close();
    }
  });
});
