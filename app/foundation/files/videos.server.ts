import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { problem } from '../http/problem.ts';
import { eachPart } from '../http/read-body.server.ts';
import type { Shop } from '../shop.server.ts';
import { detectFileKind, signatureBytes } from './file-kinds.ts';
import { planMp4 } from './mp4-metadata.server.ts';
import { listUnprepared, savePlaceholders } from './placeholders.server.ts';
import { type UploadsStorage, uploadsOf } from './uploads-storage.server.ts';
import { editVideo, UncleanableVideo } from './video-edits.server.ts';
import { planWebm } from './webm-metadata.server.ts';

/** The largest film that is taken, in bytes. */
export const maxVideoBytes = 25 * 1024 * 1024;

export const VideoRejected = problem('video-rejected', 400, 'The video is none that the shop can use.');
export const VideoTooLarge = problem(
  'too-large',
  413,
  'This film is larger than 25 MB. Please cut it shorter, or film it in a smaller size.',
);

const refuse = (text: string) => VideoRejected(text, [{ field: 'film', message: text }]);
const Uncleanable = () =>
  refuse(
    'This film is damaged, or the place and camera in it cannot be removed. Please save it anew as an MP4 with a video editor, then bring it again.',
  );
const TooLarge = () => VideoTooLarge(undefined, [{ field: 'film', message: 'Larger than 25 MB.' }]);

/**
 * Takes a film in as it comes, under a random name, and answers that name. It is an MP4 or a WebM by its content,
 * whatever it is called. Place, camera and time are removed from it. Nothing of it is stored when it is refused: `video-rejected` (400) or `too-large` (413), in words.
 */
export async function storeVideo(request: Request, storage: UploadsStorage): Promise<string> {
  const name = `f-${randomBytes(12).toString('hex')}`;
  const draft = await storage.draftPath(name);
  const written = await open(draft, 'wx');
  try {
    let head = Buffer.alloc(0);
    await eachPart(request, maxVideoBytes, TooLarge, async (part) => {
      if (head.length < signatureBytes) head = Buffer.concat([head, part.subarray(0, signatureBytes)]);
      await written.writeFile(part);
    });
    await written.close();
    const kind = kindOfVideo(head);
    await cleanVideo(draft, kind).catch((error: unknown) => {
      throw error instanceof UncleanableVideo ? Object.assign(Uncleanable(), { cause: error }) : error;
    });
    const file = `${name}.${kind}`;
    await storage.storeFile(file, draft);
    return file;
  } catch (error) {
    await written.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes place, camera and time from a video file, in place and without changing its length. Returns true if it had any.
 * @throws UncleanableVideo if they cannot be removed for certain; the file is unchanged.
 */
function cleanVideo(path: string, kind: 'mp4' | 'webm'): Promise<boolean> {
  return editVideo(path, kind === 'mp4' ? planMp4 : planWebm);
}

/**
 * Removes place, camera and time from the stored videos that were never checked. Each is rewritten under its own name and checked once;
 * one that cannot be cleaned is named in the log.
 */
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
      shop.log.warn({ err: error, file }, 'place and camera could not be removed from a video');
    }
    await savePlaceholders(shop, { [file]: '' });
  }
}

function kindOfVideo(head: Uint8Array): 'mp4' | 'webm' {
  const kind = detectFileKind(head);
  if (kind === 'mp4' || kind === 'webm') return kind;
  if (kind === 'mov') {
    throw refuse(
      'This is a QuickTime film, which many phones cannot play. On an iPhone choose Settings, Camera, Formats, Most Compatible.',
    );
  }
  throw refuse('This file is no film that we know. Please bring an MP4 or a WebM.');
}
