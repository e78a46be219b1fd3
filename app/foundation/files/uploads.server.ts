import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Sharp } from 'sharp';
import type { ShopEnv } from '../http/http.server.ts';
import { Problem, problem } from '../http/problem.ts';
import { createSemaphore, QueueIsFull } from '../jobs/semaphore.server.ts';
import type { Shop } from '../shop.server.ts';
import { type DecodedImage, decodeImage, openImage } from './image-engine.server.ts';
import { type ImageWidth, imageWidths } from './image-widths.ts';
import { placeholderOf, savePlaceholders } from './placeholders.server.ts';
import { type StoredFile, type UploadsStorage, uploadsOf } from './uploads-storage.server.ts';

const formats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
type Format = keyof typeof formats;

const videos = ['.mp4', '.webm'];
const images = ['.jpg', '.jpeg', '.png', '.webp'];

const NoSuchFile = problem('no-such-file', 404, 'There is no such file.');
const NotAImage = problem('not-an-image', 404, 'This picture cannot be read.');
const NoSuchImage = problem('bad-input', 400, 'Pictures are made in certain widths and formats only.');
const VariantsBusy = () =>
  new Problem('images-busy', 503, 'Many pictures are being made. Please try again in a moment.', [], 2);

/** Matches a file name that is not hidden and contains no folders. Only such files are served under `/uploads/`. */
const plainName = /^[A-Za-z0-9][\w-]*(\.[\w-]+)*$/;

const immutableCaching = 'public, max-age=31536000, immutable';
const videoCaching = 'public, max-age=86400';
const imageCaching = 'public, max-age=86400, stale-while-revalidate=604800';

// Requests for missing variants wait in two queues of at most 120 requests each. AVIF has its own queue, because generating AVIF
// is slow.
const maxWaiting = 120;
const requestSemaphore = createSemaphore(1, maxWaiting);
const avifSemaphore = createSemaphore(1, maxWaiting);

/**
 * Serves `/uploads/{file}`: videos with range requests, images in the width `?w=` and the format `?f=`. Without `?f=`, chooses
 * the best format that `Accept` allows. If this is AVIF and the AVIF variant does not exist yet, serves WebP and generates the
 * AVIF variant in the background. Responses to URLs with `?v=` are cached as immutable, except for this WebP. Responds with 503
 * if the queue is full.
 */
export const uploads = new Hono<ShopEnv>().get('/:file', async (c) => {
  const file = c.req.param('file');
  const extension = path.extname(file).toLowerCase();
  const isAllowed = plainName.test(file) && (videos.includes(extension) || images.includes(extension));
  const shop = c.get('shop');
  const storage = uploadsOf(shop);
  const stored = isAllowed ? await storage.find(file) : undefined;
  if (!stored) throw NoSuchFile();
  if (videos.includes(extension)) {
    c.header('cache-control', videoCaching);
    const video = await storage.localPath(file, stored);
    const send = serveStatic<ShopEnv>({ rewriteRequestPath: () => video });
    const response = await send(c, async () => {});
    if (!response) throw NoSuchFile();
    return response;
  }

  const requestedWidth = Number(c.req.query('w') ?? 1280);
  if (!imageWidths.some((width) => width === requestedWidth)) {
    throw NoSuchImage(undefined, [{ field: 'w', message: `One of ${imageWidths.join(', ')}, please.` }]);
  }
  const requestedFormat = c.req.query('f');
  if (requestedFormat !== undefined && !isFormat(requestedFormat)) {
    throw NoSuchImage(undefined, [{ field: 'f', message: 'One of avif, webp, jpg, please.' }]);
  }
  const width =
    c.req.header('save-data')?.toLowerCase() === 'on' ? reducedWidth(requestedWidth) : requestedWidth;
  const format = requestedFormat ?? bestFormat(c.req.header('accept') ?? '');
  const variant = (format: Format): Variant => ({ storage, file, stored, width, format });
  const avif = variant('avif');
  const isEarly =
    requestedFormat === undefined && format === 'avif' && !(await storage.findVariant(nameOf(avif)));
  if (isEarly) makeInBackground(shop, avif);
  return sendImage(c, variant(isEarly ? 'webp' : format), {
    etag: `"${stored.version}-${width}-${isEarly ? 'webp' : format}"`,
    cacheControl: isEarly || c.req.query('v') === undefined ? imageCaching : immutableCaching,
  });
});

type Sending = { etag: string; cacheControl: string };

async function sendImage(c: Context<ShopEnv>, variant: Variant, { etag, cacheControl }: Sending) {
  const headers = { 'cache-control': cacheControl, etag, vary: 'Accept, Save-Data' };
  if (matchesETag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304, headers);
  waitingRequests += 1;
  const file = await ensure(variant, variant.format === 'avif' ? avifSemaphore : requestSemaphore)
    .catch((error) => {
      throw error instanceof QueueIsFull ? VariantsBusy() : error;
    })
    .finally(() => {
      waitingRequests -= 1;
    });
  return c.body(new Uint8Array(await readFile(file)), 200, {
    ...headers,
    'content-type': formats[variant.format],
  });
}

/**
 * Returns a smaller width for a request with `Save-Data`: the largest variant width up to two thirds of `width`, which needs
 * about half the bytes. Returns `width` if there is no such variant.
 */
function reducedWidth(width: number): number {
  return imageWidths.findLast((smaller) => smaller <= (width * 2) / 3) ?? width;
}

/** True if `If-None-Match` contains the ETag. A weak ETag matches too, because proxies can weaken an ETag. */
function matchesETag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function isFormat(text: string): text is Format {
  return Object.hasOwn(formats, text);
}

function bestFormat(accept: string): Format {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : 'jpg';
}

type Variant = { storage: UploadsStorage; file: string; stored: StoredFile; width: number; format: Format };

/** Returns the file name of a variant. It contains the version of the image, so that a replaced image gets new variants. */
const nameOf = ({ file, stored, width, format }: Variant) => `${file}-${stored.version}-${width}.${format}`;

// `prepareImage` and the background work after an upload have separate semaphores. Requests for images therefore wait for
// neither, and the next upload does not wait for the background work of the previous one.
const prepareSemaphore = createSemaphore(1);
const afterUploadSemaphore = createSemaphore(1);

/** The number of requests that wait for an image variant. */
let waitingRequests = 0;
const pollMs = 50;

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Generates the placeholder of an image and its WebP variants in `widths` before they are requested. Decodes the image only once.
 * If `yielding` is true, each step first waits until no request waits for an image variant. An unreadable image gets an empty
 * placeholder.
 */
export async function prepareImage(
  shop: Shop,
  file: string,
  { widths = imageWidths, yielding = false }: { widths?: readonly ImageWidth[]; yielding?: boolean } = {},
): Promise<void> {
  const runStep: Semaphore = async (work) => {
    while (yielding && waitingRequests > 0) await wait(pollMs);
    return prepareSemaphore(work);
  };
  const decoded = await decodeStored(shop, file, Math.max(...widths), runStep);
  if (!decoded) return;
  const { image } = decoded;
  await savePlaceholders(shop, { [file]: image ? await runStep(() => placeholderOf(image)) : '' });
  if (image) await makeVariants({ ...decoded, image }, { widths, formats: ['webp'], semaphore: runStep });
}

/**
 * Generates the placeholder of an uploaded image and its WebP variants in `widths`. Generates all other variants in the
 * background. Only logs failures, because a request generates a missing variant.
 */
export async function pregenerateVariants(
  shop: Shop,
  file: string,
  widths: readonly ImageWidth[],
): Promise<void> {
  const warn = (error: unknown) =>
    shop.log.warn({ err: error, file }, 'failed to pre-generate image variants');
  try {
    await prepareImage(shop, file, { widths });
    void makeOtherVariants(shop, file).catch(warn);
  } catch (error) {
    warn(error);
  }
}

async function makeOtherVariants(shop: Shop, file: string): Promise<void> {
  const semaphore = afterUploadSemaphore;
  const decoded = await decodeStored(shop, file, Math.max(...imageWidths), semaphore);
  if (!decoded?.image) return;
  const formats = ['webp', 'avif'] as const;
  await makeVariants({ ...decoded, image: decoded.image }, { widths: imageWidths, formats, semaphore });
}

/** Decodes a stored image. Returns undefined if the file does not exist. If the file cannot be decoded, `image` is undefined. */
async function decodeStored(shop: Shop, file: string, maxWidth: number, semaphore: Semaphore) {
  const storage = uploadsOf(shop);
  const stored = await storage.find(file);
  if (!stored) return undefined;
  const original = await storage.localPath(file, stored);
  return {
    storage,
    file,
    stored,
    image: await semaphore(() => decodeImage(original, maxWidth)).catch(() => undefined),
  };
}

type Decoded = Pick<Variant, 'storage' | 'file' | 'stored'> & { image: DecodedImage };
type VariantOptions = { widths: readonly ImageWidth[]; formats: readonly Format[]; semaphore: Semaphore };

async function makeVariants(
  { image, ...original }: Decoded,
  { widths, formats, semaphore }: VariantOptions,
): Promise<void> {
  for (const format of formats) {
    const encoded = new Map<number, Promise<Buffer>>();
    for (const width of widths) {
      const name = nameOf({ ...original, width, format });
      if (await original.storage.findVariant(name)) continue;
      // Images are never enlarged. All variants that are wider than the image therefore have the same bytes.
      const pixels = Math.min(width, image.width);
      const bytes =
        encoded.get(pixels) ??
        semaphore(() => encodeImage(image.resize({ width: pixels }), format, pixels).toBuffer());
      encoded.set(pixels, bytes);
      await original.storage.storeVariant(name, await bytes);
    }
  }
}

/**
 * Stores a WebP variant that is already generated, such as a file that is shipped with the demo catalogue. Does nothing if `file`
 * is not stored.
 */
export async function storeVariant(
  storage: UploadsStorage,
  file: string,
  width: ImageWidth,
  bytes: Uint8Array,
): Promise<void> {
  const stored = await storage.find(file);
  if (stored) await storage.storeVariant(nameOf({ storage, file, stored, width, format: 'webp' }), bytes);
}

const pendingVariants = new Map<string, Promise<string>>();

/** Returns the local path of a variant. Generates the variant if it is missing. Concurrent calls share one generation. */
async function ensure(variant: Variant, semaphore: Semaphore): Promise<string> {
  const { storage } = variant;
  const existing = await storage.findVariant(nameOf(variant));
  if (existing) return existing;
  const name = `${storage.location}/${nameOf(variant)}`;
  const pending = pendingVariants.get(name);
  if (pending) return pending;
  const making = make(variant, semaphore).finally(() => pendingVariants.delete(name));
  pendingVariants.set(name, making);
  return making;
}

function makeInBackground(shop: Shop, variant: Variant) {
  ensure(variant, avifSemaphore).catch((error) => {
    // Do not log a full queue, because the next request starts the generation again.
    if (error instanceof QueueIsFull) return;
    shop.log.warn({ err: error, file: variant.file }, 'failed to generate an image variant');
  });
}

/** Generates a variant. Fetches the original before waiting for a slot, so that a slow bucket does not block other images. */
async function make(variant: Variant, semaphore: Semaphore): Promise<string> {
  const { storage, file, stored, width, format } = variant;
  const original = await storage.localPath(file, stored);
  const bytes = await semaphore(() =>
    encodeImage(openImage(original).resize({ width, withoutEnlargement: true }), format, width)
      .toBuffer()
      .catch((cause: unknown) => {
        throw Object.assign(NotAImage(), { cause });
      }),
  );
  return storage.storeVariant(nameOf(variant), bytes);
}

/**
 * Maximum width in pixels of an AVIF with reduced quality and colour resolution. Wider images keep the full colour resolution,
 * because customers view them in close-up.
 */
const maxSmallWidth = 1280;

export function encodeImage(image: Sharp, format: Format, width: number) {
  if (format === 'avif' && width > maxSmallWidth) return image.avif({ quality: 52, effort: 2 });
  if (format === 'avif') return image.avif({ quality: 48, effort: 2, chromaSubsampling: '4:2:0' });
  if (format === 'webp') return image.webp({ quality: 76, effort: 3 });
  return image.jpeg({ quality: 80, mozjpeg: true });
}
