import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createTaggedCache } from './tagged-cache.server.ts';

export type CachedResponse = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  /**
   * The uncompressed body. Undefined after the body is compressed, because a compressed body needs only an eighth of the memory.
   */
  body?: Buffer | undefined;
  gzip?: Buffer | undefined;
  brotli?: Buffer | undefined;
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Minimum size in bytes of a body that is compressed. Compressing a smaller body saves too little. */
export const minBytesToCompress = 1024;

export function uncompressedBody({ body, gzip: gzipped, brotli }: CachedResponse): Buffer {
  if (body) return body;
  if (gzipped) return gunzipSync(gzipped);
  return brotli ? brotliDecompressSync(brotli) : Buffer.alloc(0);
}

/** True if an `Accept-Encoding` header allows the encoding. `br;q=0` forbids brotli. Ignores `*`. */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted
    .split(',')
    .map((entry) => entry.trim().split(';'))
    .some(([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));
}

/**
 * Returns the smallest stored compressed body in an encoding that the client accepts, and the name of this encoding. Returns
 * undefined if there is none.
 */
export function compressedBody({ brotli, gzip: gzipped }: CachedResponse, accepted: string) {
  if (brotli && acceptsEncoding(accepted, 'br')) return { encoding: 'br', body: brotli } as const;
  if (gzipped && acceptsEncoding(accepted, 'gzip')) return { encoding: 'gzip', body: gzipped } as const;
  return undefined;
}

/**
 * Compresses a body with brotli or gzip, depending on `accepted`. Returns an empty object if the body is small, or if no
 * encoding is accepted. Compresses at low quality, because most responses are requested only once.
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

export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Creates an in-memory LRU cache of complete responses, limited to `maxBytes`. */
export function createResponseCache(maxBytes = 32 * 1024 * 1024) {
  const cached = createTaggedCache<CachedResponse>(maxBytes);
  const compressionTried = new WeakSet<CachedResponse>();
  let hits = 0;
  let misses = 0;

  /** Compresses a cached response with gzip and brotli in the background. Keeps a gzip body that is already stored. */
  async function compress(key: string, response: CachedResponse, body: Buffer) {
    const [gzipped, brotli] = await Promise.all([response.gzip ?? compressGzip(body), brotliOf(body, 5)]);
    const before = sizeOf(response);
    const smaller = { gzip: gzipped, brotli, body: undefined };
    if (cached.addBytes(key, response, sizeOf({ ...response, ...smaller }) - before))
      Object.assign(response, smaller);
  }

  return {
    /**
     * The size of the cache, and the numbers of hits and misses. Each call of `store` counts as a miss, even if nothing is
     * stored.
     */
    get stats() {
      return { entries: cached.stats.count, bytes: cached.stats.bytes, hits, misses };
    },
    /** Finds a response. When a large response is found for the first time, compresses it in the background. */
    find(key: string): CachedResponse | undefined {
      const response = cached.find(key)?.value;
      if (!response) return undefined;
      hits += 1;
      // Compress at higher quality only after the first hit, because most URLs are requested only once.
      if (!compressionTried.has(response)) {
        compressionTried.add(response);
        const body = uncompressedBody(response);
        // If compressing fails, the response stays in the cache as it is.
        if (body.length >= minBytesToCompress) compress(key, response, body).catch(() => undefined);
      }
      return response;
    },
    currentVersion: cached.currentVersion,
    /**
     * Stores a response until one of its tags is invalidated. `version` is the version of the cache before the response was
     * rendered. If one of the tags was invalidated since then, stores nothing.
     */
    store(key: string, response: CachedResponse, tags: Iterable<string>, version: number): void {
      misses += 1;
      const compressed = response.gzip || response.brotli ? { ...response, body: undefined } : response;
      cached.store(key, compressed, { tags, version, bytes: sizeOf(compressed) });
    },
    invalidate: cached.invalidate,
    setConnected: cached.setConnected,
  };
}

function sizeOf({ body, gzip: gzipped, brotli }: CachedResponse): number {
  return [body, gzipped, brotli].reduce((sum, form) => sum + (form?.length ?? 0), 0);
}
