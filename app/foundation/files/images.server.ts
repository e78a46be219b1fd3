import { randomBytes } from 'node:crypto';
import { type Problem, problem } from '../http/problem.ts';
import { createSemaphore, QueueIsFull } from '../jobs/semaphore.server.ts';
import { detectFileKind, type FileKind } from './file-kinds.ts';
import { HeicRejected, jpegOfHeic } from './heic.server.ts';
import { openImage, sharp } from './image-engine.server.ts';
import type { UploadsStorage } from './uploads-storage.server.ts';

export const maxImageBytes = 15 * 1024 * 1024;

/** Maximum length of the longer edge of a stored image, in pixels. No page displays a larger image. */
const longEdge = 2000;

export const ImageRejected = problem('image-rejected', 400, 'The shop cannot use this image.');
export const ImageTooLarge = problem(
  'too-large',
  413,
  'This picture is larger than 15 MB. Please choose a smaller one.',
);
export const ImagesBusy = problem(
  'images-busy',
  503,
  'Many pictures are being uploaded. Please try again in a moment.',
  5,
);

const rejection = (text: string) => ImageRejected(text, [{ field: 'picture', message: text }]);

const acceptedKinds = 'Please choose a photo: JPEG, PNG, WebP or HEIC.';
const rejectedKinds: Partial<Record<FileKind, string>> = {
  svg: `This is a drawing (SVG), which can contain a harmful program. ${acceptedKinds}`,
  html: `This file is a web page, not an image. ${acceptedKinds}`,
  pdf: `This is a PDF. ${acceptedKinds}`,
  gif: `This is a GIF. ${acceptedKinds}`,
  tiff: `This is a TIFF. ${acceptedKinds}`,
  avif: `This is an AVIF picture. ${acceptedKinds}`,
};
const videoKinds: readonly FileKind[] = ['mp4', 'mov', 'webm'];
export const TooManyBytes = () =>
  ImageTooLarge(undefined, [{ field: 'picture', message: 'Larger than 15 MB.' }]);
const TooManyPixels = () =>
  rejection(
    'This picture has more than 50 megapixels. Please choose a smaller one, or choose a lower resolution in the camera.',
  );
const Broken = () =>
  rejection(
    'The file of this picture is damaged or incomplete. Please upload it again, or take a new picture.',
  );

// Process one upload at a time, so that a dozen 48-megapixel photos are not in memory at once. Requests for image variants use
// other semaphores.
const uploadSemaphore = createSemaphore(1, 24);

/**
 * Validates an uploaded image by its content. Stores it as an upright sRGB JPEG without metadata, with at most 2,000 pixels on
 * the longer edge. Returns the name, width and height of the JPEG, and its mean colour, which a page displays until the image
 * has loaded.
 * @throws ImageRejected (400), ImageTooLarge (413), ImagesBusy (503), FilesUnavailable (503) if the bucket cannot be reached
 */
export async function storeImage(bytes: Buffer, storage: UploadsStorage) {
  const master = await reencodeImage(bytes, longEdge, 'Please add it under Video, below the pictures.');
  const file = `p-${randomBytes(12).toString('hex')}.jpg`;
  await storage.storeBytes(file, master.data);
  return { file, width: master.width, height: master.height, colour: await meanColour(master.data) };
}

/**
 * Validates an image by its content. Returns an upright sRGB JPEG without metadata, with at most `edge` pixels on the longer
 * edge. If the file is a video, the error message contains `videoAdvice`.
 * @throws ImageRejected (400), ImageTooLarge (413), ImagesBusy (503)
 */
export async function reencodeImage(bytes: Buffer, edge: number, videoAdvice: string) {
  if (bytes.length > maxImageBytes) throw TooManyBytes();
  const kind = detectFileKind(bytes);
  if (kind === undefined) throw rejection(`The shop does not know this kind of file. ${acceptedKinds}`);
  const text = rejectedKinds[kind];
  if (text !== undefined) throw rejection(text);
  if (videoKinds.includes(kind)) throw rejection(`This is a video. ${videoAdvice}`);
  return uploadSemaphore(() => makeMaster(bytes, kind, edge)).catch((cause: unknown) => {
    if (cause instanceof QueueIsFull) throw ImagesBusy();
    throw Object.assign(errorOf(cause), { cause });
  });
}

async function makeMaster(bytes: Buffer, kind: FileKind, edge: number) {
  const source = kind === 'heic' ? await jpegOfHeic(bytes, edge) : bytes;
  const { data, info } = await openImage(source)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the mean colour of an image as `#rrggbb`. */
async function meanColour(jpeg: Buffer): Promise<string> {
  const pixel = await sharp(jpeg).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

function errorOf(cause: unknown): Problem {
  if (cause instanceof HeicRejected) return cause.reason === 'too-many-pixels' ? TooManyPixels() : Broken();
  const text = cause instanceof Error ? cause.message : '';
  return /pixel limit|too large|exceeds/i.test(text) ? TooManyPixels() : Broken();
}
