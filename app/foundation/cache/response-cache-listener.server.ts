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

/** Cache hits of a route: `served` counts complete responses, `notModified` counts responses with status 304. */
export type CacheHits = { served: number; notModified: number };

/**
 * Creates a listener that serves cached responses in the smallest encoding that the client accepts, and passes other
 * requests to `next`. `securityOf` returns the security headers of a path. `countOf` returns the counters of a path's
 * cache hits.
 */
export function cachedResponseListener(
  cache: ResponseCache,
  securityOf: (path: string) => Record<string, string>,
  next: RequestListener,
  countOf: (path: string) => CacheHits,
): RequestListener {
  const formsByResponse = new WeakMap<CachedResponse, Forms>();

  function formsOf(cached: CachedResponse, path: string): Forms {
    let forms = formsByResponse.get(cached);
    if (!forms) {
      forms = { count: countOf(path) };
      formsByResponse.set(cached, forms);
    }
    return forms;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const mayBeCached = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
    const cached = mayBeCached ? cache.find(url) : undefined;
    if (!cached) return next(request, response);
    const accepted = String(headers['accept-encoding'] ?? '');
    const path = pathOf(url);
    const forms = formsOf(cached, path);
    const form = formOf(forms, cached, accepted, (body, encoding) =>
      prepare(cached, securityOf(path), body, encoding),
    );
    const own = ['x-request-id', randomUUID()];
    if (headers['if-none-match']?.split(/,\s*/).includes(cached.etag)) {
      forms.count.notModified += 1;
      response.writeHead(304, [...withoutBody(form.headers), ...own]).end();
      return;
    }
    forms.count.served += 1;
    // Node.js sends no body for HEAD.
    response.writeHead(200, [...form.headers, ...own]).end(form.body);
  };
}

/**
 * Returns the headers and the body for a client, in an encoding that the client accepts. Calls `prepareForm` once per
 * stored body, so a smaller body that replaces the quickly compressed body is prepared too.
 */
function formOf(
  forms: Forms,
  cached: CachedResponse,
  accepted: string,
  prepareForm: (body: Buffer, encoding?: string) => Sent,
): Sent {
  if (cached.brotli && acceptsEncoding(accepted, 'br')) {
    forms.plain = undefined;
    if (forms.brotli?.body !== cached.brotli) forms.brotli = prepareForm(cached.brotli, 'br');
    return forms.brotli;
  }
  if (cached.gzip && acceptsEncoding(accepted, 'gzip')) {
    forms.plain = undefined;
    if (forms.gzip?.body !== cached.gzip) forms.gzip = prepareForm(cached.gzip, 'gzip');
    return forms.gzip;
  }
  const plain = uncompressedBody(cached);
  if (plain.length >= minCompressedBytes && acceptsEncoding(accepted, 'gzip')) {
    // The first client accepted another encoding, and the gzip body is still being compressed in the background.
    forms.gzip ??= prepareForm(gzipSync(plain, { level: 4 }), 'gzip');
    return forms.gzip;
  }
  // Do not store the uncompressed form beside a compressed body: the cache's size does not include that form.
  if (!cached.body) forms.plain = undefined;
  else forms.plain ??= prepareForm(cached.body);
  return forms.plain ?? prepareForm(plain);
}

/** Returns a body with the headers of the cached response, the security headers, and the headers of its encoding. */
function prepare(
  cached: CachedResponse,
  securityHeaders: Record<string, string>,
  body: Buffer,
  encoding?: string,
): Sent {
  const headers = new Map(cached.headers);
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  headers.set('content-length', String(body.length));
  headers.set('vary', 'Accept-Encoding');
  if (encoding) headers.set('content-encoding', encoding);
  return { body, headers: [...headers].flat() };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

function withoutBody(headers: readonly string[]): string[] {
  const remaining: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name !== 'content-length' && name !== 'content-encoding') remaining.push(name, value);
  }
  return remaining;
}
