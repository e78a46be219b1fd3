import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import * as videos from '../../../tests/fixtures/videos.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { createImageWorker } from '../../prepare-images.server.ts';
import { uploadsOf } from './uploads-storage.server.ts';
import { cleanStoredVideos, storeVideo } from './videos.server.ts';

const { box, cleanMp4, cleanWebm, element, gpsLocation, gpsTrack } = videos;
const { mp4With, mp4WithLocation, webmWith, webmWithLocation } = videos;

const it = base
  .extend('uploads', ({ dataDir }) => path.join(dataDir, 'uploads'))
  .extend('upload', ({ shop, app }) => {
    /** Uploads a video. Returns the bytes that the shop then serves. */
    return async (video: Uint8Array) => {
      const request = new Request('http://shop.test/', { method: 'POST', body: new Uint8Array(video) });
      const file = await storeVideo(request, uploadsOf(shop));
      return Buffer.from(await (await app.request(`/uploads/${file}`)).arrayBuffer());
    };
  });

const location = Buffer.from(gpsLocation);

/** Returns the location and camera data that a video contains. */
const traces = (video: Buffer) =>
  [gpsLocation, videos.camera, '26.91', 'GPS'].filter((trace) => video.includes(trace));

/** Returns the types of the top-level boxes of an MP4 file. */
function boxesOf(video: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < video.length; at += video.readUInt32BE(at))
    types.push(video.toString('latin1', at + 4, at + 8));
  return types;
}

/** Appends a fragment box to an MP4. */
function fragmented(video: Buffer): Buffer {
  return Buffer.concat([video, box('moof', box('mfhd', Buffer.alloc(8)))]);
}

/** Returns a WebM whose clusters have an unknown size, as in recordings by browsers. */
function recordedWebm(): Buffer {
  const video = webmWith([videos.tags], { live: true });
  const cluster = Buffer.from('1f43b675', 'hex');
  for (let at = video.indexOf(cluster); at >= 0; at = video.indexOf(cluster, at + 1)) {
    const width = Math.clz32(video[at + 4] ?? 0) - 23;
    video.fill(0xff, at + 4, at + 4 + width);
    video[at + 4] = 2 ** (9 - width) - 1;
  }
  return video;
}

it.for([
  ['an MP4 with location, XMP and a GPS track', mp4WithLocation()],
  ['a WebM with tags and an attachment', webmWithLocation()],
  ['a live WebM with tags', webmWithLocation({ live: true })],
  ['a WebM of a browser, with clusters of unknown size', recordedWebm()],
  ['a fragmented MP4 with location', fragmented(Buffer.concat([cleanMp4, videos.xmp]))],
  ['an MP4 with location in subtitles', mp4With((at) => [gpsTrack(at, { handler: 'text' })])],
  ['an MP4 with location in a free box', Buffer.concat([cleanMp4, box('free', location)])],
  ['a WebM with location in a Void element', webmWith([element('ec', location)])],
] as const)('removes the metadata from %s, and keeps its length', async ([, video], { upload }) => {
  expect(traces(video)).not.toEqual([]);
  const served = await upload(video);
  expect(traces(served)).toEqual([]);
  expect(served.length).toBe(video.length);
  expect(served.equals(await upload(served))).toBe(true);
});

it('keeps the offsets of the samples when it removes metadata from an uploaded video', async ({ upload }) => {
  const served = await upload(mp4WithLocation());
  expect(boxesOf(served)).toEqual(['ftyp', 'free', 'free', 'mdat', 'mdat', 'moov', 'free', 'free']);
  const samples = cleanMp4.subarray(cleanMp4.indexOf('mdat', 0, 'latin1'));
  expect(served.includes(samples)).toBe(true);
  const webm = await upload(webmWithLocation());
  const firstCluster = cleanWebm.indexOf(Buffer.from('1f43b675', 'hex'));
  expect(webm.includes(cleanWebm.subarray(firstCluster))).toBe(true);
});

it('does not change an uploaded video that contains no location or camera data', async ({ upload }) => {
  for (const video of [cleanMp4, cleanWebm]) expect(video.equals(await upload(video))).toBe(true);
});

it.for([
  ['an MP4 with a box that is longer than the file', mp4With(() => [Buffer.from('7fffffff75647461', 'hex')])],
  ['an MP4 without a movie box', Buffer.concat([cleanMp4.subarray(0, 32), box('mdat', location)])],
  ['a truncated MP4', mp4WithLocation().subarray(0, -20)],
  ['an MP4 with a GPS track that has samples outside of the media data', mp4With(() => [gpsTrack(8)])],
  ['an MP4 with a GPS track longer than the file', mp4With((at) => [gpsTrack(at, { length: 2 ** 31 })])],
  ['a fragmented MP4 with a GPS track', fragmented(mp4With((at) => [gpsTrack(at)]))],
  ['a truncated WebM', webmWithLocation().subarray(0, -20)],
  ['a WebM with tags of unknown size', webmWith([element('1254c367', location, 'unknown')])],
  [
    'a WebM with a data track',
    webmWith([element('1654ae6b', element('ae', element('83', Buffer.of(0x21))))]),
  ],
] as const)(
  'rejects %s as a video, names the remedy, and stores no file',
  async ([, video], { upload, uploads }) => {
    const message = expect.stringMatching(/Please save it again as an MP4 .*\.$/);
    await expect(upload(video)).rejects.toMatchObject({ name: 'video-rejected', status: 400, message });
    expect(await readdir(uploads)).toEqual([]);
  },
);

it('removes location and camera data from each stored video, and reads each video only once', async ({
  ownShop: shop,
  uploads,
}) => {
  await writeFile(path.join(uploads, 'f-1.mp4'), mp4WithLocation());
  await writeFile(path.join(uploads, 'f-2.webm'), webmWithLocation());
  await writeFile(path.join(uploads, 'clean.mp4'), cleanMp4);
  const { mtimeMs } = await stat(path.join(uploads, 'clean.mp4'));
  const worker = createImageWorker({ ...shop, wakeEmailWorker: () => undefined });
  await worker.runOnce();
  for (const file of ['f-1.mp4', 'f-2.webm'])
    expect(traces(await readFile(path.join(uploads, file)))).toEqual([]);
  expect((await stat(path.join(uploads, 'clean.mp4'))).mtimeMs).toBe(mtimeMs);
  // A video that was already cleaned is not read again.
  await writeFile(path.join(uploads, 'f-1.mp4'), mp4WithLocation());
  await cleanStoredVideos(shop);
  expect(traces(await readFile(path.join(uploads, 'f-1.mp4')))).not.toEqual([]);
});

it('logs a stored video that it cannot clean, and cleans the next one, but cleans none while the process is stopping', async ({
  shop,
  uploads,
}) => {
  await writeFile(path.join(uploads, 'a.mp4'), mp4WithLocation().subarray(0, -20));
  await writeFile(path.join(uploads, 'b.mp4'), mp4WithLocation());
  const warned: unknown[] = [];
  const log = Object.assign(Object.create(shop.log), { warn: (fields: unknown) => warned.push(fields) });
  await cleanStoredVideos({ ...shop, log }, () => true);
  expect(warned).toEqual([]);
  await cleanStoredVideos({ ...shop, log });
  expect(warned).toMatchObject([{ file: 'a.mp4' }]);
  expect(traces(await readFile(path.join(uploads, 'b.mp4')))).toEqual([]);
});

it('replaces a stored video in the bucket only if the video contained metadata', async ({
  shop,
  dataDir,
}) => {
  const storage = await openStorage();
  try {
    const at = new Date();
    storage.objects.set('uploads/f-1.mp4', { bytes: mp4WithLocation(), type: 'video/mp4', at });
    storage.objects.set('uploads/clean.webm', { bytes: cleanWebm, type: 'video/webm', at });
    const config = { ...shop.config, dataDir: path.join(dataDir, 'machine'), bucket: storage.account };
    const machine = { ...shop, config };
    const app = createApp({ shop: machine });
    const serve = async () => Buffer.from(await (await app.request('/uploads/f-1.mp4')).arrayBuffer());
    expect(traces(await serve())).not.toEqual([]);
    await cleanStoredVideos(machine);
    expect(traces(await serve())).toEqual([]);
    const stored = storage.requests.filter((request) => request.startsWith('PUT '));
    expect(stored).toEqual([expect.stringContaining('/uploads/f-1.mp4')]);
    // Only the local copies of the two cleaned videos remain. The draft and the copy with the location are deleted.
    expect(await readdir(path.join(config.dataDir, 'from-bucket'))).toHaveLength(2);
  } finally {
    await storage.close();
  }
});
