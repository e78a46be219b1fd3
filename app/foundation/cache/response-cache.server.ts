import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createTaggedCache } from './tagged-cache.server.ts';

/** A public response: headers, ETag and body. */
export type CachedResponse = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  /**
   * The uncompressed body, until a compressed body exists. Few clients need the uncompressed body, which takes eight
   * times the memory.
   */
  body?: Buffer | undefined;
  gzip?: Buffer | undefined;
  brotli?: Buffer | undefined;
};

export type ResponseCache = {
  /**
   * Finds a response. The first call that finds a response starts to compress it in the background, if its uncompressed body
   * has at least {@link minBytesToCompress} bytes.
   */
  find(key: string): CachedResponse | undefined;
  /** Returns the version of the cache. Call before rendering, and pass the version to {@link ResponseCache.store}. */
  currentVersion(): number;
  /**
   * Stores a response, unless one of its tags was invalidated, or the cache was cleared, since `version`: the response is then
   * stale. Also stores nothing if the cache is disconnected, the response is too large or the key is too long.
   */
  store(key: string, response: CachedResponse, tags: Iterable<string>, version: number): void;
  /**
   * Removes every response with this tag. Removes all responses if the tag is `everything` or `content`, or if more than
   * 10,000 invalidated tags are recorded.
   */
  invalidate(tag: string): void;
  /**
   * Clears the cache, and records whether the change listener is connected. While the listener is disconnected, no
   * response is stored or found.
   */
  setConnected(isConnected: boolean): void;
  /**
   * The current size. `hits` counts found responses, `misses` counts calls of {@link ResponseCache.store}, also rejected
   * ones.
   */
  readonly stats: { entries: number; bytes: number; hits: number; misses: number };
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Minimum size in bytes of a body that is compressed. Compressing a smaller body saves too little. */
export const minBytesToCompress = 1024;

/** Returns the uncompressed body of a cached response. */
export function uncompressedBody({ body, gzip: gzipped, brotli }: CachedResponse): Buffer {
  if (body) return body;
  if (gzipped) return gunzipSync(gzipped);
  return brotli ? brotliDecompressSync(brotli) : Buffer.alloc(0);
}

/**
 * True if an `Accept-Encoding` header names the encoding. The weight zero (`br;q=0`) refuses an encoding. The wildcard `*` is
 * ignored.
 */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted
    .split(',')
    .map((entry) => entry.trim().split(';'))
    .some(([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));
}

/**
 * Compresses a body in an encoding that the `Accept-Encoding` header `accepted` allows, preferably brotli. Returns an
 * empty object if the body is too small or the header allows neither brotli nor gzip. Uses a low quality, because most
 * responses are requested only once.
 */
export async function compressQuickly(
  body: Buffer,
  accepted: string,
): Promise<Pick<CachedResponse, 'brotli' | 'gzip'>> {
  if (body.length < minBytesToCompress) return {};
  if (acceptsEncoding(accepted, 'br')) return { brotli: await brotliOf(body, 2) };
  return acceptsEncoding(accepted, 'gzip') ? { gzip: await compressGzip(body, { level: 4 }) } : {};
}

function brotliOf(body: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  return compressBrotli(body, { params });
}

/** Creates an in-memory LRU cache of complete responses, limited to `maxBytes`. */
export function createResponseCache(maxBytes = 32 * 1024 * 1024): ResponseCache {
  const cached = createTaggedCache<CachedResponse>(maxBytes);
  const compressionTried = new WeakSet<CachedResponse>();
  let hits = 0;
  let misses = 0;

  /**
   * Compresses a cached response with gzip and brotli, in the background. Keeps a gzip body that is already stored. Until
   * compressing ends, only the encoding for the first client is stored, or the uncompressed body.
   */
  async function compress(key: string, response: CachedResponse, body: Buffer) {
    const [gzipped, brotli] = await Promise.all([response.gzip ?? compressGzip(body), brotliOf(body, 5)]);
    const before = sizeOf(response);
    const smaller = { gzip: gzipped, brotli, body: undefined };
    if (cached.addBytes(key, response, sizeOf({ ...response, ...smaller }) - before))
      Object.assign(response, smaller);
  }

  return {
    get stats() {
      return { entries: cached.stats.count, bytes: cached.stats.bytes, hits, misses };
    },
    find(key) {
      const response = cached.find(key)?.value;
      if (!response) return undefined;
      hits += 1;
      // Compress with a higher quality only at the first hit, because most URLs are requested only once.
      if (!compressionTried.has(response)) {
        compressionTried.add(response);
        const body = uncompressedBody(response);
        // If compressing fails, the response stays cached as it was stored.
        if (body.length >= minBytesToCompress) compress(key, response, body).catch(() => undefined);
      }
      return response;
    },
    currentVersion: cached.currentVersion,
    store(key, response, tags, version) {
      misses += 1;
      const stored = response.gzip || response.brotli ? { ...response, body: undefined } : response;
      cached.store(key, stored, { tags, version, bytes: sizeOf(stored) });
    },
    invalidate: cached.invalidate,
    setConnected: cached.setConnected,
  };
}

function sizeOf({ body, gzip: gzipped, brotli }: CachedResponse): number {
  return [body, gzipped, brotli].reduce((sum, form) => sum + (form?.length ?? 0), 0);
}
