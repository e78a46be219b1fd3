import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import decoder from './heic.worker.js?raw';
import { maxPixels, sharp } from './image-engine.server.ts';

/** Why a HEIC picture is not taken. */
export class HeicRejected extends Error {
  override readonly name = 'HeicRefused';
  readonly reason: 'unreadable' | 'too-many-pixels';
  constructor(reason: 'unreadable' | 'too-many-pixels') {
    super(reason);
    this.reason = reason;
  }
}

const Decoded = z.union([
  z.object({ refused: z.enum(['unreadable', 'too-many-pixels']) }),
  z.object({ data: z.instanceof(ArrayBuffer), width: z.number(), height: z.number() }),
]);

/** A decoder that has not ended by then is stopped; in milliseconds. */
const timeoutMs = 20_000;

/**
 * Makes a JPEG of a HEIC picture, turned as it was held, at most `longEdge` pixels long, with its colour profile.
 * The prebuilt sharp has no decoder for it. Throws {@link HeicRejected}.
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

function decode(bytes: Uint8Array): Promise<{ data: ArrayBuffer; width: number; height: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    data: ArrayBuffer;
    width: number;
    height: number;
  }>();
  const worker = new Worker(decoder, {
    eval: true,
    workerData: { bytes, maxPixels, from: import.meta.url },
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(() => reject(new HeicRejected('unreadable')), timeoutMs);
  worker.once('message', (message: unknown) => {
    const answer = Decoded.parse(message);
    if ('refused' in answer) reject(new HeicRejected(answer.refused));
    else resolve(answer);
  });
  // A decoder that trips over a broken file throws, or ends without a word.
  worker.once('error', () => reject(new HeicRejected('unreadable')));
  worker.once('exit', () => reject(new HeicRejected('unreadable')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

/** Phones write their pictures in colours that few screens assume; this says which: an ICC profile in a box `colr`. */
function colourProfileOf(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.subarray(0, 256 * 1024).indexOf('colrprof', 0, 'latin1');
  if (at < 4) return undefined;
  const profile = file.subarray(at + 8, at - 4 + file.readUInt32BE(at - 4));
  const isWhole =
    profile.length > 128 && profile.length < 60_000 && profile.readUInt32BE(0) === profile.length;
  return isWhole && profile.toString('latin1', 36, 40) === 'acsp' ? profile : undefined;
}

/** The JPEG with the profile in a segment behind its first two bytes. */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, profile, jpeg.subarray(2)]);
}
