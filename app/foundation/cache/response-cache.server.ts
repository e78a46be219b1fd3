import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ShopEnv } from '../http/http.server.ts';
import { collectTags } from './cache-tags.server.ts';
import {
  acceptsEncoding,
  type CachedResponse,
  compressQuickly,
  type ResponseCache,
  uncompressedBody,
} from './cached-response.server.ts';

/** What the doors say of an answer that is the same for everybody. */
const publicCaching = 'public, max-age=0, must-revalidate';

/**
 * Keeps answers that are the same for everybody, whole, until something that they show changes. Requests with a token are
 * none of its business. Those who ask for the same at once wait for one answer.
 */
export function responseCache(cache: ResponseCache): MiddlewareHandler<ShopEnv> {
  const underWay = new Map<string, Promise<void>>();
  return async (c, next) => {
    if (c.req.method !== 'GET' || c.req.header('authorization') !== undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const key = pathname + search;
    // Only where there is one: whoever waits for nothing would look too early.
    const pending = underWay.get(key);
    if (pending) await pending;
    const cached = cache.find(key);
    const accepted = c.req.header('accept-encoding') ?? '';
    if (cached) return asResponse(cached, accepted);

    let done: () => void = () => {};
    underWay.set(key, new Promise((resolve) => (done = resolve)));
    try {
      const version = cache.currentVersion();
      const { tags } = await collectTags(next);
      const read = await readAnswer(c.res, tags, c.get('page'));
      if (!read) return;
      const answer = { ...read, ...(await compressQuickly(read.body, accepted)) };
      cache.store(key, answer, tags, version);
      // Undefined first: what is set is otherwise mixed with the headers of what stood there.
      c.res = undefined;
      c.res = asResponse(answer, accepted);
    } finally {
      underWay.delete(key);
      done();
    }
  };
}

const notKept = ['content-length', 'etag', 'cache-tag', 'x-request-id'];

/** The answer with all that belongs to it; `undefined` for one that nobody may keep. `known` is its body, if it is a page. */
async function readAnswer(response: Response, tags: Set<string>, known: Buffer | undefined) {
  const { status, headers } = response;
  if (status !== 200 || headers.get('cache-control') !== publicCaching || headers.has('set-cookie'))
    return undefined;
  const body = known ?? Buffer.from(await response.arrayBuffer());
  // As the doors of Hono make theirs: whoever asks with a token has the same answer under the same name.
  const etag = `W/"${hash('sha1', body)}"`;
  const own = [...headers].filter(([name]) => !notKept.includes(name));
  const tagged: [string, string][] = tags.size > 0 ? [['cache-tag', [...tags].slice(0, 100).join(',')]] : [];
  return { headers: [...own, ['etag', etag], ...tagged], etag, body } satisfies CachedResponse;
}

/** In the smallest form that there is and that they take; whoever cannot unpack gets it as it is. */
function asResponse(cached: CachedResponse, accepted: string): Response {
  const { headers, gzip, brotli } = cached;
  const reported = new Headers(headers.map(([name, value]) => [name, value]));
  const squeezed = (body: Buffer, encoding: string) => {
    reported.set('content-encoding', encoding);
    reported.append('vary', 'Accept-Encoding');
    return new Response(new Uint8Array(body), { headers: reported });
  };
  if (brotli && acceptsEncoding(accepted, 'br')) return squeezed(brotli, 'br');
  if (gzip && acceptsEncoding(accepted, 'gzip')) return squeezed(gzip, 'gzip');
  return new Response(new Uint8Array(uncompressedBody(cached)), { headers: reported });
}
