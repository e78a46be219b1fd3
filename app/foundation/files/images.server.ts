import { randomBytes } from 'node:crypto';
import { type Problem, problem } from '../http/problem.ts';
import { createSemaphore, QueueIsFull } from '../jobs/semaphore.server.ts';
import { detectFileKind, type FileKind } from './file-kinds.ts';
import { HeicRejected, jpegOfHeic } from './heic.server.ts';
import { openImage, sharp } from './image-engine.server.ts';
import type { UploadsStorage } from './uploads-storage.server.ts';

/** The largest file that is taken as a picture, in bytes. */
export const maxImageBytes = 15 * 1024 * 1024;

/** A picture as the shop keeps it: its own JPEG under a random name, and what a page must know before it loads. */
export type StoredImage = {
  file: string;
  width: number;
  height: number;
  /** Its mean colour, `#rrggbb`. */
  colour: string;
};

/** No screen of the shop shows more. */
const longEdge = 2000;

export const ImageRejected = problem('image-rejected', 400, 'The image is none that the shop can use.');
export const ImageTooLarge = problem(
  'too-large',
  413,
  'This picture is larger than 15 MB. Please choose a smaller one.',
);
export const ImagesBusy = problem(
  'images-busy',
  503,
  'Many pictures are coming in. Please try again in a moment.',
  5,
);

const refuse = (text: string) => ImageRejected(text, [{ field: 'picture', message: text }]);

const howTo = 'Please bring a photograph: JPEG, PNG, WebP or HEIC.';
const notTaken: Partial<Record<FileKind, string>> = {
  svg: `This is a drawing (SVG), and drawings can carry scripts. ${howTo}`,
  html: `This is a web page, whatever its name says. ${howTo}`,
  pdf: `This is a PDF. ${howTo}`,
  gif: `This is a GIF. ${howTo}`,
  tiff: `This is a TIFF. ${howTo}`,
  avif: `This is an AVIF picture. ${howTo}`,
  mp4: `This is a film. Films have a place of their own below the pictures.`,
  mov: `This is a film. Films have a place of their own below the pictures.`,
  webm: `This is a film. Films have a place of their own below the pictures.`,
};
export const TooManyBytes = () =>
  ImageTooLarge(undefined, [{ field: 'picture', message: 'Larger than 15 MB.' }]);
const TooManyPixels = () =>
  refuse('This picture has more than 50 megapixels. Please choose a smaller one, or set the camera lower.');
const Broken = () =>
  refuse('This picture is broken or not all of it has arrived. Please try again, or take it anew.');

// One at a time, apart from what shoppers wait for: a dozen pictures of 48 megapixels take no more memory than one.
const inTurn = createSemaphore(1, 24);

/**
 * Takes a picture in, whatever it is called: known by its content, bounded in bytes, pixels and time, turned as it
 * was held, brought to sRGB, without its metadata, at most 2,000 pixels long. What came in is not kept.
 * Throws `image-rejected` (400), `too-large` (413) or `images-busy` (503), in words.
 */
export async function storeImage(bytes: Buffer, storage: UploadsStorage): Promise<StoredImage> {
  if (bytes.length > maxImageBytes) throw TooManyBytes();
  const kind = detectFileKind(bytes);
  if (kind === undefined) throw refuse(`This file is no picture that we know. ${howTo}`);
  const text = notTaken[kind];
  if (text !== undefined) throw refuse(text);
  const master = await inTurn(() => makeMaster(bytes, kind)).catch((cause: unknown) => {
    if (cause instanceof QueueIsFull) throw ImagesBusy();
    throw Object.assign(errorOf(cause), { cause });
  });
  const file = `p-${randomBytes(12).toString('hex')}.jpg`;
  await storage.storeBytes(file, master.data);
  return { file, width: master.width, height: master.height, colour: master.colour };
}

async function makeMaster(bytes: Buffer, kind: FileKind) {
  const source = kind === 'heic' ? await jpegOfHeic(bytes, longEdge) : bytes;
  const { data, info } = await openImage(source)
    .resize({ width: longEdge, height: longEdge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, colour: await meanColour(data) };
}

async function meanColour(jpeg: Buffer): Promise<string> {
  const pixel = await sharp(jpeg).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

function errorOf(cause: unknown): Problem {
  if (cause instanceof HeicRejected) return cause.reason === 'too-many-pixels' ? TooManyPixels() : Broken();
  const text = cause instanceof Error ? cause.message : '';
  return /pixel limit|too large|exceeds/i.test(text) ? TooManyPixels() : Broken();
}
