import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ShopEnv } from '../http/http.server.ts';
import { collectTags } from './cache-tags.server.ts';
import {
  type CachedResponse,
  compressedBody,
  compressQuickly,
  type ResponseCache,
  uncompressedBody,
} from './response-cache.server.ts';

const publicCaching = 'public, max-age=0, must-revalidate';

/**
 * Middleware that caches public responses to GET requests without an `Authorization` header, for at most ten minutes. A response
 * is removed earlier if one of its tags is invalidated, if the cache is full, or if the change listener is disconnected.
 * Concurrent requests for the same URL wait for the first response.
 */
export function responseCacheMiddleware(cache: ResponseCache): MiddlewareHandler<ShopEnv> {
  const pendingResponses = new Map<string, Promise<void>>();
  return async (c, next) => {
    if (c.req.method !== 'GET' || c.req.header('authorization') !== undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const key = pathname + search;
    // Await only if a response is pending. An unconditional `await` would let a concurrent request run before this request adds
    // its entry below.
    const pending = pendingResponses.get(key);
    if (pending) await pending;
    const cached = cache.find(key);
    const accepted = c.req.header('accept-encoding') ?? '';
    if (cached) return asResponse(cached, accepted);

    let done: () => void = () => {};
    pendingResponses.set(key, new Promise((resolve) => (done = resolve)));
    try {
      const version = cache.currentVersion();
      const { tags } = await collectTags(next);
      const read = await readPublicResponse(c.res, tags, c.get('page'));
      if (!read) return;
      const cacheable = { ...read, ...(await compressQuickly(read.body, accepted)) };
      cache.store(key, cacheable, tags, version);
      // Unset the response first. Otherwise Hono adds the headers of the old response to the new response.
      c.res = undefined;
      c.res = asResponse(cacheable, accepted);
    } finally {
      pendingResponses.delete(key);
      done();
    }
  };
}

const excludedHeaders = ['content-length', 'etag', 'cache-tag', 'x-request-id'];

/**
 * Reads a response for the cache. Returns undefined unless the status is 200, the response is public and it sets no cookie. If
 * `pageBody`, the complete body of a rendered page, is set, it replaces the body of the response.
 */
async function readPublicResponse(response: Response, tags: Set<string>, pageBody: Buffer | undefined) {
  const { status, headers } = response;
  if (status !== 200 || headers.get('cache-control') !== publicCaching || headers.has('set-cookie'))
    return undefined;
  const body = pageBody ?? Buffer.from(await response.arrayBuffer());
  // Use the ETag format of Hono's ETag middleware. The response to a request with a token then has the same ETag.
  const etag = `W/"${hash('sha1', body)}"`;
  const keptHeaders = [...headers].filter(([name]) => !excludedHeaders.includes(name));
  const tagged: [string, string][] = tags.size > 0 ? [['cache-tag', [...tags].slice(0, 100).join(',')]] : [];
  return { headers: [...keptHeaders, ['etag', etag], ...tagged], etag, body } satisfies CachedResponse;
}

/** Creates a response in the smallest stored encoding that the client accepts. If there is none, the response is uncompressed. */
function asResponse(cached: CachedResponse, accepted: string): Response {
  const headers = new Headers(cached.headers.map(([name, value]) => [name, value]));
  const compressed = compressedBody(cached, accepted);
  if (compressed) {
    headers.set('content-encoding', compressed.encoding);
    headers.append('vary', 'Accept-Encoding');
  }
  return new Response(new Uint8Array(compressed?.body ?? uncompressedBody(cached)), { headers });
}
