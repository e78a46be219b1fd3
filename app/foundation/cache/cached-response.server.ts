import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createTaggedCache } from './tagged-cache.server.ts';

/** An answer that is the same for everybody, kept with everything that is sent of it. */
export type CachedResponse = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  /** As it is, while there is no smaller form: seven of eight bytes would be kept for the few who cannot unpack. */
  body?: Buffer | undefined;
  gzip?: Buffer | undefined;
  brotli?: Buffer | undefined;
};

export type ResponseCache = {
  find(key: string): CachedResponse | undefined;
  /** Returns the version mark for {@link ResponseCache.store}: a response started before a later change is not stored. */
  currentVersion(): number;
  /** Keeps an answer, unless something that it shows has changed since it was begun. */
  store(key: string, response: CachedResponse, tags: Iterable<string>, version: number): void;
  /** Drops every answer that shows it. `everything` drops all. */
  invalidate(tag: string): void;
  /** Says whether changes are being heard. While they are not, nothing is kept and nothing found. */
  setConnected(isConnected: boolean): void;
  /** What is kept now, how often something was found, and how often an answer had to be made before it was kept. */
  readonly stats: { entries: number; bytes: number; hits: number; misses: number };
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this many bytes compressing makes nothing smaller. */
export const minCompressedBytes = 1024;

/** The answer's bytes as they are. */
export function uncompressedBody({ body, gzip: zipped, brotli }: CachedResponse): Buffer {
  if (body) return body;
  if (zipped) return gunzipSync(zipped);
  return brotli ? brotliDecompressSync(brotli) : Buffer.alloc(0);
}

/** What a browser says in `Accept-Encoding`; `br;q=0` refuses it. */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted
    .split(',')
    .map((one) => one.trim().split(';'))
    .some(([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));
}

/**
 * An answer's body for the first who asks, in a form that they take. Most are never asked for again, so it is quick
 * rather than small: a third of the work of the usual gzip, and yet smaller.
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

/** Keeps whole answers in memory, `maxBytes` of them, those that were asked for last. */
export function createResponseCache(maxBytes = 32 * 1024 * 1024): ResponseCache {
  const cached = createTaggedCache<CachedResponse>(maxBytes);
  const squeezed = new WeakSet<CachedResponse>();
  let hits = 0;
  let misses = 0;

  /** Nobody waits for it: until it is done the answer is sent as it is. */
  async function compress(key: string, response: CachedResponse, body: Buffer) {
    const [zipped, brotli] = await Promise.all([response.gzip ?? compressGzip(body), brotliOf(body, 5)]);
    const before = sizeOf(response);
    const smaller = { gzip: zipped, brotli, body: undefined };
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
      // What is asked for a second time will be asked for again; most addresses never are.
      if (!squeezed.has(response)) {
        squeezed.add(response);
        const body = uncompressedBody(response);
        // Where it cannot be made smaller, it goes on being sent as it is.
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

function sizeOf({ body, gzip: zipped, brotli }: CachedResponse): number {
  return [body, zipped, brotli].reduce((sum, form) => sum + (form?.length ?? 0), 0);
}
