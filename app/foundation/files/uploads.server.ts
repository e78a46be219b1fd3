import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Sharp } from 'sharp';
import { problemResponse, type ShopEnv } from '../http/http.server.ts';
import { Problem, problem } from '../http/problem.ts';
import { createSemaphore, QueueIsFull } from '../jobs/semaphore.server.ts';
import type { Shop } from '../shop.server.ts';
import { type DecodedImage, decodeImage, openImage } from './image-engine.server.ts';
import { type ImageWidth, imageWidths } from './image-widths.ts';
import { placeholderOf, savePlaceholders } from './placeholders.server.ts';
import { createFolderStorage } from './uploads-folder.server.ts';
import { type StoredFile, type UploadsStorage, uploadsOf } from './uploads-storage.server.ts';

const formats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
type Format = keyof typeof formats;

const videos = ['.mp4', '.webm'];
const images = ['.jpg', '.jpeg', '.png', '.webp'];

const NoSuchFile = problem('no-such-file', 404, 'There is no such file.');
const NotAImage = problem('not-an-image', 404, 'This picture cannot be read.');
const NoSuchImage = problem('bad-input', 400, 'Pictures are made in certain widths and formats only.');
const TooManyImages = () =>
  new Problem('images-busy', 503, 'Many pictures are being made. Please try again in a moment.', [], 2);

/** A plain file name: no folders, nothing hidden. Everything under /uploads/ is one of these. */
const plainName = /^[A-Za-z0-9][\w-]*(\.[\w-]+)*$/;

const forEver = 'public, max-age=31536000, immutable';
const videoForADay = 'public, max-age=86400';
const forADay = 'public, max-age=86400, stale-while-revalidate=604800';

// Whoever asks for a picture that is not made yet holds on until it is; only so many may.
const maxWaiting = 120;
const inTurn = createSemaphore(1, maxWaiting);
const inTurnBehind = createSemaphore(1, maxWaiting);

/**
 * `/uploads/{file}`: films as they are (with ranges), pictures in the format that the browser's Accept header
 * allows. `?w=` asks for a width, `?f=` for a format; whoever saves data gets it less wide. An address with `?v=`
 * promises that its picture never changes. Made once, then kept beside the uploads. AVIF takes long to make, so the first to ask gets WebP while
 * it is made behind. When too many pictures wait to be made, the next is refused with 503; made ones never are.
 * The files lie in `folder`, unless the settings name a bucket.
 */
export function uploads(folder: string) {
  const onDisk = createFolderStorage(folder);
  return new Hono<ShopEnv>().get('/:file', async (c) => {
    const file = c.req.param('file');
    const extension = path.extname(file).toLowerCase();
    const known = plainName.test(file) && (videos.includes(extension) || images.includes(extension));
    const shop = c.get('shop');
    const storage = shop.config.bucket ? uploadsOf(shop) : onDisk;
    const found = known ? await storage.find(file) : undefined;
    if (!found) return problemResponse(c, NoSuchFile());
    if (videos.includes(extension)) {
      c.header('cache-control', videoForADay);
      const video = await storage.localPath(file, found);
      const send = serveStatic<ShopEnv>({ rewriteRequestPath: () => video });
      return (await send(c, async () => {})) ?? problemResponse(c, NoSuchFile());
    }

    const named = Number(c.req.query('w') ?? 1280);
    if (!imageWidths.some((one) => one === named)) {
      return problemResponse(
        c,
        NoSuchImage(undefined, [{ field: 'w', message: `One of ${imageWidths.join(', ')}, please.` }]),
      );
    }
    const asked = c.req.query('f');
    if (asked !== undefined && !isFormat(asked)) {
      return problemResponse(
        c,
        NoSuchImage(undefined, [{ field: 'f', message: 'One of avif, webp, jpg, please.' }]),
      );
    }
    const width = c.req.header('save-data')?.toLowerCase() === 'on' ? lighterThan(named) : named;
    const format = asked ?? bestFormat(c.req.header('accept') ?? '');
    const variant = (format: Format): Variant => ({ storage, file, found, width, format });
    const avif = variant('avif');
    const early = asked === undefined && format === 'avif' && !(await storage.findVariant(nameOf(avif)));
    if (early) makeBehind(shop, avif);
    return sendImage(c, variant(early ? 'webp' : format), {
      etag: `"${found.version}-${width}-${early ? 'webp' : format}"`,
      cacheControl: early || c.req.query('v') === undefined ? forADay : forEver,
    });
  });
}

type Sending = { etag: string; cacheControl: string };

async function sendImage(c: Context<ShopEnv>, variant: Variant, { etag, cacheControl }: Sending) {
  const headers = { 'cache-control': cacheControl, etag, vary: 'Accept, Save-Data' };
  if (isKnownTo(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304, headers);
  shoppersWaiting += 1;
  const made = await ensure(variant, variant.format === 'avif' ? inTurnBehind : inTurn)
    .catch((error) => {
      throw error instanceof QueueIsFull ? TooManyImages() : error;
    })
    .finally(() => {
      shoppersWaiting -= 1;
    });
  return c.body(new Uint8Array(await readFile(made)), 200, {
    ...headers,
    'content-type': formats[variant.format],
  });
}

/** For whoever pays for each megabyte: about two thirds as wide, which is less than half of the bytes. */
function lighterThan(width: number): number {
  return imageWidths.findLast((one) => one <= (width * 2) / 3) ?? width;
}

/** Whether `If-None-Match` names this picture. Caches on the way may have weakened the mark. */
function isKnownTo(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag);
}

function isFormat(text: string): text is Format {
  return Object.hasOwn(formats, text);
}

function bestFormat(accept: string): Format {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : 'jpg';
}

type Variant = { storage: UploadsStorage; file: string; found: StoredFile; width: number; format: Format };

/** A name can be written again with another picture; what was made of the old one is then not asked for again. */
const nameOf = ({ file, found, width, format }: Variant) => `${file}-${found.version}-${width}.${format}`;

// An image that is not requested yet takes no turn from shoppers, and what follows an upload none from the next upload.
const inTurnAhead = createSemaphore(1);
const inTurnAfterUploads = createSemaphore(1);

/** How many shoppers wait for a picture to be made. */
let shoppersWaiting = 0;
const lookAgainMs = 50;

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Prepares an image before it is requested: its placeholder, and its WebP in `widths`, decoded once. With `yielding` each step waits until
 * no shopper waits for an image. An image that cannot be read gets an empty placeholder and is not tried again; any other failure rejects.
 */
export async function prepareImage(
  shop: Shop,
  file: string,
  { widths = imageWidths, yielding = false }: { widths?: readonly ImageWidth[]; yielding?: boolean } = {},
): Promise<void> {
  const inStep: InTurn = async (work) => {
    while (yielding && shoppersWaiting > 0) await wait(lookAgainMs);
    return inTurnAhead(work);
  };
  const stored = await decodeStored(shop, file, Math.max(...widths), inStep);
  if (!stored) return;
  const { image } = stored;
  await savePlaceholders(shop, { [file]: image ? await inStep(() => placeholderOf(image)) : '' });
  if (image) await makeVariants({ ...stored, image }, { widths, formats: ['webp'], inTurn: inStep });
}

/**
 * Prepares an uploaded image in the `widths` that first screens request. The other widths and the AVIF follow after this resolves. What
 * could not be made is made when it is requested.
 */
export async function pregenerateVariants(
  shop: Shop,
  file: string,
  widths: readonly ImageWidth[],
): Promise<void> {
  const warn = (error: unknown) => shop.log.warn({ err: error, file }, 'a picture was not made ahead');
  try {
    await prepareImage(shop, file, { widths });
    void makeOthers(shop, file).catch(warn);
  } catch (error) {
    warn(error);
  }
}

async function makeOthers(shop: Shop, file: string): Promise<void> {
  const inTurn = inTurnAfterUploads;
  const stored = await decodeStored(shop, file, Math.max(...imageWidths), inTurn);
  if (!stored?.image) return;
  const formats = ['webp', 'avif'] as const;
  await makeVariants({ ...stored, image: stored.image }, { widths: imageWidths, formats, inTurn });
}

/** Decodes a stored image, at most `widest` pixels wide. Returns undefined if there is none, and no `image` if it cannot be read. */
async function decodeStored(shop: Shop, file: string, widest: number, inTurn: InTurn) {
  const storage = uploadsOf(shop);
  const found = await storage.find(file);
  if (!found) return undefined;
  const original = await storage.localPath(file, found);
  return {
    storage,
    file,
    found,
    image: await inTurn(() => decodeImage(original, widest)).catch(() => undefined),
  };
}

type Decoded = Pick<Variant, 'storage' | 'file' | 'found'> & { image: DecodedImage };
type Wanted = { widths: readonly ImageWidth[]; formats: readonly Format[]; inTurn: InTurn };

/** Makes those variants of a decoded image that are missing. */
async function makeVariants(
  { image, ...stored }: Decoded,
  { widths, formats, inTurn }: Wanted,
): Promise<void> {
  for (const format of formats) {
    const encoded = new Map<number, Promise<Buffer>>();
    for (const width of widths) {
      const name = nameOf({ ...stored, width, format });
      if (await stored.storage.findVariant(name)) continue;
      // Nothing is enlarged, so every width beyond the image's own has the same bytes.
      const pixels = Math.min(width, image.width);
      const bytes =
        encoded.get(pixels) ??
        inTurn(() => encodeImage(image.resized({ width: pixels }), format, pixels).toBuffer());
      encoded.set(pixels, bytes);
      await stored.storage.storeVariant(name, await bytes);
    }
  }
}

/** Keeps a WebP of a stored image that was made elsewhere, such as those that come with the demonstration. */
export async function storeVariant(
  storage: UploadsStorage,
  file: string,
  width: ImageWidth,
  bytes: Uint8Array,
): Promise<void> {
  const found = await storage.find(file);
  if (found) await storage.storeVariant(nameOf({ storage, file, found, width, format: 'webp' }), bytes);
}

const underWay = new Map<string, Promise<string>>();

/** The variant's file, made if it is not there; many who ask at once wait for the same making. */
async function ensure(variant: Variant, turn: <T>(work: () => Promise<T>) => Promise<T>): Promise<string> {
  const { storage } = variant;
  const made = await storage.findVariant(nameOf(variant));
  if (made) return made;
  const name = `${storage.location}/${nameOf(variant)}`;
  const begun = underWay.get(name);
  if (begun) return begun;
  const making = make(variant, turn).finally(() => underWay.delete(name));
  underWay.set(name, making);
  return making;
}

function makeBehind(shop: Shop, variant: Variant) {
  ensure(variant, inTurnBehind).catch((error) => {
    // The next to ask begins it again.
    if (error instanceof QueueIsFull) return;
    shop.log.warn({ err: error, file: variant.file }, 'a picture was not made');
  });
}

/** The original is fetched before the turn comes, so that nobody waits for a bucket behind somebody else. */
async function make(variant: Variant, turn: <T>(work: () => Promise<T>) => Promise<T>): Promise<string> {
  const { storage, file, found, width, format } = variant;
  const original = await storage.localPath(file, found);
  const bytes = await turn(() =>
    encodeImage(openImage(original).resize({ width, withoutEnlargement: true }), format, width)
      .toBuffer()
      .catch((cause: unknown) => {
        throw Object.assign(NotAImage(), { cause });
      }),
  );
  return storage.storeVariant(nameOf(variant), bytes);
}

/** Up to this width a picture stands on screens of many pixels; wider ones are looked at closely, thread by thread. */
const widestSmall = 1280;

/** Encodes an image as the shop sends it. */
export function encodeImage(image: Sharp, format: Format, width: number) {
  if (format === 'avif' && width > widestSmall) return image.avif({ quality: 52, effort: 2 });
  if (format === 'avif') return image.avif({ quality: 48, effort: 2, chromaSubsampling: '4:2:0' });
  if (format === 'webp') return image.webp({ quality: 76, effort: 3 });
  return image.jpeg({ quality: 80, mozjpeg: true });
}
