import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { problem } from '../http/problem.ts';
import { eachPart } from '../http/read-body.server.ts';
import type { Shop } from '../shop.server.ts';
import { detectFileKind, signatureLength } from './file-kinds.ts';
import { planMp4 } from './mp4-metadata.server.ts';
import { listUnprepared, savePlaceholders } from './placeholders.server.ts';
import { type UploadsStorage, uploadsOf } from './uploads-storage.server.ts';
import { editVideo, UncleanableVideo } from './video-edits.server.ts';
import { planWebm } from './webm-metadata.server.ts';

const maxVideoBytes = 25 * 1024 * 1024;

export const VideoRejected = problem('video-rejected', 400, 'The shop cannot use this video.');
export const VideoTooLarge = problem(
  'too-large',
  413,
  'This video is larger than 25 MB. Please make it shorter or smaller.',
);

const rejection = (text: string) => VideoRejected(text, [{ field: 'film', message: text }]);
const Uncleanable = () =>
  rejection(
    'This video is damaged, or its place and camera data cannot be removed. Please save it again as an MP4 with a video editor, then upload it.',
  );
const TooLarge = () => VideoTooLarge(undefined, [{ field: 'film', message: 'Larger than 25 MB.' }]);

/**
 * Stores an uploaded MP4 or WebM without location, camera and time. Detects the type from the content. Returns the random file
 * name.
 * @throws VideoRejected (400), VideoTooLarge (413), FilesUnavailable (503) if the bucket cannot be reached
 */
export async function storeVideo(request: Request, storage: UploadsStorage): Promise<string> {
  const name = `f-${randomBytes(12).toString('hex')}`;
  const draft = await storage.draftPath(name);
  const draftFile = await open(draft, 'wx');
  try {
    let head = Buffer.alloc(0);
    await eachPart(request, maxVideoBytes, TooLarge, async (part) => {
      if (head.length < signatureLength) head = Buffer.concat([head, part.subarray(0, signatureLength)]);
      await draftFile.writeFile(part);
    });
    await draftFile.close();
    const kind = kindOfVideo(head);
    await cleanVideo(draft, kind).catch((error: unknown) => {
      throw error instanceof UncleanableVideo ? Object.assign(Uncleanable(), { cause: error }) : error;
    });
    const file = `${name}.${kind}`;
    await storage.storeFile(file, draft);
    return file;
  } catch (error) {
    await draftFile.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes location, camera and time from a video file in place. Returns true if the file has changed.
 * @throws UncleanableVideo if the metadata cannot be removed reliably. The file is then unchanged
 */
function cleanVideo(path: string, kind: 'mp4' | 'webm'): Promise<boolean> {
  return editVideo(path, kind === 'mp4' ? planMp4 : planWebm);
}

/** Removes location, camera and time from each stored video once. Logs the videos that cannot be cleaned. */
export async function cleanStoredVideos(shop: Shop, mustStop = () => false): Promise<void> {
  const storage = uploadsOf(shop);
  const videos = (await storage.listNames()).filter((name) => /^[^.].*\.(mp4|webm)$/i.test(name));
  for (const file of await listUnprepared(shop, videos)) {
    if (mustStop()) return;
    try {
      const kind = /mp4$/i.test(file) ? 'mp4' : 'webm';
      await storage.rewrite(file, (path) => cleanVideo(path, kind));
    } catch (error) {
      if (!(error instanceof UncleanableVideo)) throw error;
      shop.log.warn({ err: error, file }, 'failed to remove metadata from a video');
    }
    await savePlaceholders(shop, { [file]: '' });
  }
}

function kindOfVideo(head: Uint8Array): 'mp4' | 'webm' {
  const kind = detectFileKind(head);
  if (kind === 'mp4' || kind === 'webm') return kind;
  if (kind === 'mov') {
    throw rejection(
      'This is a QuickTime video, which many phones cannot play. On an iPhone choose Settings, Camera, Formats, Most Compatible.',
    );
  }
  throw rejection('The shop does not know this kind of file. Please choose an MP4 or a WebM.');
}
