import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createTaggedCache } from './tagged-cache.server.ts';

/** A public response: headers, ETag and body. */
export type CachedResponse = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  /** Uncompressed body, only until a compressed one exists: it takes eight times the memory, and few clients need it. */
  body?: Buffer | undefined;
  gzip?: Buffer | undefined;
  brotli?: Buffer | undefined;
};

export type ResponseCache = {
  find(key: string): CachedResponse | undefined;
  /**
   * Call before rendering and pass the result to {@link ResponseCache.store}: a response is stale if a tag was invalidated
   * since.
   */
  currentVersion(): number;
  /** Stores a response, unless one of its tags was invalidated since `version`. */
  store(key: string, response: CachedResponse, tags: Iterable<string>, version: number): void;
  /** Removes every response with this tag; all responses for `everything` and `content`. */
  invalidate(tag: string): void;
  /** Sets whether the change listener is connected. Clears the cache; while disconnected, nothing is stored or found. */
  setConnected(isConnected: boolean): void;
  /** Current size, cache hits, and misses whose response could be stored. */
  readonly stats: { entries: number; bytes: number; hits: number; misses: number };
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Minimum body size in bytes: compressing a smaller body saves nothing. */
export const minCompressedBytes = 1024;

/** Returns the uncompressed body of a cached response. */
export function uncompressedBody({ body, gzip: gzipped, brotli }: CachedResponse): Buffer {
  if (body) return body;
  if (gzipped) return gunzipSync(gzipped);
  return brotli ? brotliDecompressSync(brotli) : Buffer.alloc(0);
}

/** True if an `Accept-Encoding` header allows the encoding. `br;q=0` refuses it. */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted
    .split(',')
    .map((entry) => entry.trim().split(';'))
    .some(([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));
}

/**
 * Compresses a body for the first client, in an encoding that it accepts. Returns nothing if the body is too small.
 * Low quality, because most responses are requested once: brotli takes a third of the time of default gzip, and is smaller.
 */
export async function compressQuickly(
  body: Buffer,
  accepted: string,
): Promise<Pick<CachedResponse, 'brotli' | 'gzip'>> {
  if (body.length < minCompressedBytes) return {};
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
  const compressed = new WeakSet<CachedResponse>();
  let hits = 0;
  let misses = 0;

  /** Compresses a cached response in the background. Until it is done, the response is sent in its first encoding. */
  async function compress(key: string, response: CachedResponse, body: Buffer) {
    const [gzipped, brotli] = await Promise.all([response.gzip ?? compressGzip(body), brotliOf(body, 5)]);
    const before = sizeOf(response);
    const smaller = { gzip: gzipped, brotli, body: undefined };
    if (cached.grow(key, response, sizeOf({ ...response, ...smaller }) - before))
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
      // Compress at the first hit: most URLs are requested only once.
      if (!compressed.has(response)) {
        compressed.add(response);
        const body = uncompressedBody(response);
        // If compressing fails, the response stays in its first encoding.
        if (body.length >= minCompressedBytes) compress(key, response, body).catch(() => undefined);
      }
      return response;
    },
    currentVersion: cached.currentVersion,
    store(key, response, tags, version) {
      misses += 1;
      const small = response.gzip || response.brotli ? { ...response, body: undefined } : response;
      cached.store(key, small, { tags, version, bytes: sizeOf(small) });
    },
    invalidate: cached.invalidate,
    setConnected: cached.setConnected,
  };
}

function sizeOf({ body, gzip: gzipped, brotli }: CachedResponse): number {
  return [body, gzipped, brotli].reduce((sum, form) => sum + (form?.length ?? 0), 0);
}
