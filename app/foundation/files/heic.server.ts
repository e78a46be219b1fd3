import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { maxPixels, sharp } from './image-engine.server.ts';

/** Thrown for a HEIC image that cannot be decoded. */
export class HeicRejected extends Error {
  override readonly name = 'HeicRejected';
  readonly reason: 'unreadable' | 'too-many-pixels';
  constructor(reason: 'unreadable' | 'too-many-pixels') {
    super(reason);
    this.reason = reason;
  }
}

const Pixels = z.object({ data: z.instanceof(ArrayBuffer), width: z.number(), height: z.number() });
const Decoded = z.union([z.object({ refused: z.enum(['unreadable', 'too-many-pixels']) }), Pixels]);

const timeoutMs = 20_000;

/**
 * Converts a HEIC image to an upright JPEG of at most `longEdge` pixels, with its colour profile if that is valid. The prebuilt
 * sharp cannot decode HEIC. @throws HeicRejected
 */
export async function jpegOfHeic(bytes: Uint8Array, longEdge: number): Promise<Buffer> {
  const { data, width, height } = await decode(bytes);
  const jpeg = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize({ width: longEdge, height: longEdge, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 96, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const profile = colourProfileOf(bytes);
  return profile ? withProfile(jpeg, profile) : jpeg;
}

async function decode(bytes: Uint8Array): Promise<z.infer<typeof Pixels>> {
  // Import the worker's source only when it is needed. The import works only with the bundler, but the tools also run the
  // server's files without a bundler.
  const { default: decoder } = await import('./heic.worker.js?raw');
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof Pixels>>();
  const worker = new Worker(decoder, {
    eval: true,
    workerData: { bytes, maxPixels, from: import.meta.url },
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(() => reject(new HeicRejected('unreadable')), timeoutMs);
  worker.once('message', (message: unknown) => {
    const decoded = Decoded.parse(message);
    if ('refused' in decoded) reject(new HeicRejected(decoded.refused));
    else resolve(decoded);
  });
  // If the file is broken, the decoder throws an error, or exits without a message.
  worker.once('error', () => reject(new HeicRejected('unreadable')));
  worker.once('exit', () => reject(new HeicRejected('unreadable')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

/** Reads the ICC profile from the `colr` box. Phones use wide-gamut colours, which look wrong without the profile. */
function colourProfileOf(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offset = file.subarray(0, 256 * 1024).indexOf('colrprof', 0, 'latin1');
  if (offset < 4) return undefined;
  const profile = file.subarray(offset + 8, offset - 4 + file.readUInt32BE(offset - 4));
  const isComplete =
    profile.length > 128 && profile.length < 60_000 && profile.readUInt32BE(0) === profile.length;
  return isComplete && profile.toString('latin1', 36, 40) === 'acsp' ? profile : undefined;
}

/** Inserts the profile into a JPEG as a segment after the first two bytes. */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, profile, jpeg.subarray(2)]);
}
