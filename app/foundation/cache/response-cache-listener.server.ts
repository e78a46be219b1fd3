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

/** Cache hits of a route: complete responses, and responses with status 304. */
export type CacheHits = { served: number; notModified: number };

/**
 * Serves cached responses in the smallest encoding that the client accepts. Passes other requests to `next`.
 * `securityOf` returns the security headers of a path, `countOf` the counters of its cache hits.
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

  /** Prepares headers and body once per encoding. Replaces the quickly compressed body when a smaller one exists. */
  function formOf(forms: Forms, cached: CachedResponse, path: string, accepted: string): Sent {
    if (cached.brotli && acceptsEncoding(accepted, 'br')) {
      forms.plain = undefined;
      if (forms.brotli?.body !== cached.brotli) forms.brotli = prepare(cached, path, cached.brotli, 'br');
      return forms.brotli;
    }
    if (cached.gzip && acceptsEncoding(accepted, 'gzip')) {
      forms.plain = undefined;
      if (forms.gzip?.body !== cached.gzip) forms.gzip = prepare(cached, path, cached.gzip, 'gzip');
      return forms.gzip;
    }
    const plain = uncompressedBody(cached);
    if (plain.length >= minCompressedBytes && acceptsEncoding(accepted, 'gzip')) {
      // The first client accepted another encoding, and compression for this one is still in progress.
      forms.gzip ??= prepare(cached, path, gzipSync(plain, { level: 4 }), 'gzip');
      return forms.gzip;
    }
    // Do not store the uncompressed form beside a compressed body: the size of the cache does not include it.
    if (!cached.body) forms.plain = undefined;
    else forms.plain ??= prepare(cached, path, cached.body);
    return forms.plain ?? prepare(cached, path, plain);
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
    const forms = formsOf(cached, path);
    const form = formOf(forms, cached, path, accepted);
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

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

function withoutBody(headers: readonly string[]): string[] {
  const remaining: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name !== 'content-length' && name !== 'content-encoding') remaining.push(name, value);
  }
  return remaining;
}
