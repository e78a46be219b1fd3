import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  acceptsEncoding,
  type CachedResponse,
  minCompressedBytes,
  type ResponseCache,
  uncompressedBody,
} from './cached-response.server.ts';

type Sent = { body: Buffer; headers: string[] };
type Forms = { plain?: Sent; gzip?: Sent; brotli?: Sent; count: CacheHits };

/** How often what is kept was given away, and how often it was enough to say that it is the same as before. */
export type CacheHits = { served: number; notModified: number };

/**
 * Answers at once what is kept whole, in the smallest form that the browser takes; everything else goes on to `next`.
 * `securityOf` gives the headers that every answer of a path carries, `countOf` the numbers in which its answers count.
 */
export function cachedResponseListener(
  cache: ResponseCache,
  securityOf: (path: string) => Record<string, string>,
  next: RequestListener,
  countOf: (path: string) => CacheHits,
): RequestListener {
  const forms = new WeakMap<CachedResponse, Forms>();

  function formsOf(cached: CachedResponse, path: string): Forms {
    let made = forms.get(cached);
    if (!made) {
      made = { count: countOf(path) };
      forms.set(cached, made);
    }
    return made;
  }

  /** Made once for each form, not for each visitor. What was squeezed quickly at first gives way to what is smaller. */
  function formOf(made: Forms, cached: CachedResponse, path: string, accepted: string): Sent {
    if (cached.brotli && acceptsEncoding(accepted, 'br')) {
      made.plain = undefined;
      if (made.brotli?.body !== cached.brotli) made.brotli = prepare(cached, path, cached.brotli, 'br');
      return made.brotli;
    }
    if (cached.gzip && acceptsEncoding(accepted, 'gzip')) {
      made.plain = undefined;
      if (made.gzip?.body !== cached.gzip) made.gzip = prepare(cached, path, cached.gzip, 'gzip');
      return made.gzip;
    }
    const plain = uncompressedBody(cached);
    if (plain.length >= minCompressedBytes && acceptsEncoding(accepted, 'gzip')) {
      // Until the smaller form is there that is being made behind: whoever asked first took another.
      made.gzip ??= prepare(cached, path, gzipSync(plain, { level: 4 }), 'gzip');
      return made.gzip;
    }
    // Few ask for it once there is a smaller one, so it is not kept beside that: what is counted are the kept bytes.
    if (!cached.body) made.plain = undefined;
    else made.plain ??= prepare(cached, path, cached.body);
    return made.plain ?? prepare(cached, path, plain);
  }

  function prepare(cached: CachedResponse, path: string, body: Buffer, encoding?: string): Sent {
    const headers = new Map(cached.headers);
    for (const [name, value] of Object.entries(securityOf(path))) headers.set(name, value);
    headers.set('content-length', String(body.length));
    headers.set('vary', 'Accept-Encoding');
    if (encoding) headers.set('content-encoding', encoding);
    return { body, headers: [...headers].flat() };
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const mayBeCached = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
    const cached = mayBeCached ? cache.find(url) : undefined;
    if (!cached) return next(request, response);
    const accepted = String(headers['accept-encoding'] ?? '');
    const path = pathOf(url);
    const made = formsOf(cached, path);
    const form = formOf(made, cached, path, accepted);
    const own = ['x-request-id', randomUUID()];
    if (headers['if-none-match']?.split(/,\s*/).includes(cached.etag)) {
      made.count.notModified += 1;
      response.writeHead(304, [...withoutBody(form.headers), ...own]).end();
      return;
    }
    made.count.served += 1;
    // Node.js sends no body where HEAD asked.
    response.writeHead(200, [...form.headers, ...own]).end(form.body);
  };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

function withoutBody(headers: readonly string[]): string[] {
  const cached: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name !== 'content-length' && name !== 'content-encoding') cached.push(name, value);
  }
  return cached;
}
