import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { problem } from '../http/problem.ts';
import { eachPart } from '../http/read-body.server.ts';
import { kindOf, tellingBytes } from './file-kinds.ts';
import type { UploadsStorage } from './uploads-storage.server.ts';

/** The largest film that is taken, in bytes. */
export const maxVideoBytes = 25 * 1024 * 1024;

export const VideoRejected = problem('video-rejected', 400, 'The video is none that the shop can use.');
export const VideoTooLarge = problem(
  'too-large',
  413,
  'This film is larger than 25 MB. Please cut it shorter, or film it in a smaller size.',
);

const refuse = (text: string) => VideoRejected(text, [{ field: 'film', message: text }]);
const TooLarge = () => VideoTooLarge(undefined, [{ field: 'film', message: 'Larger than 25 MB.' }]);

/**
 * Takes a film in as it comes, under a random name, and answers that name. It is an MP4 or a WebM by its content,
 * whatever it is called. Nothing of it is kept when it is refused: `video-rejected` (400) or `too-large` (413), in words.
 */
export async function storeVideo(request: Request, storage: UploadsStorage): Promise<string> {
  const name = `f-${randomBytes(12).toString('hex')}`;
  const draft = await storage.draftOf(name);
  const written = await open(draft, 'wx');
  try {
    let head = Buffer.alloc(0);
    await eachPart(request, maxVideoBytes, TooLarge, async (part) => {
      if (head.length < tellingBytes) head = Buffer.concat([head, part.subarray(0, tellingBytes)]);
      await written.writeFile(part);
    });
    await written.close();
    const file = `${name}.${kindOfVideo(head)}`;
    await storage.storeFile(file, draft);
    return file;
  } catch (error) {
    await written.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

function kindOfVideo(head: Uint8Array): 'mp4' | 'webm' {
  const kind = kindOf(head);
  if (kind === 'mp4' || kind === 'webm') return kind;
  if (kind === 'mov') {
    throw refuse(
      'This is a QuickTime film, which many phones cannot play. On an iPhone choose Settings, Camera, Formats, Most Compatible.',
    );
  }
  throw refuse('This file is no film that we know. Please bring an MP4 or a WebM.');
}
