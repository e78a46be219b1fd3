import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  acceptsEncoding,
  type CachedResponse,
  compressedBody,
  minBytesToCompress,
  type ResponseCache,
  uncompressedBody,
} from './response-cache.server.ts';

/** A response body in one encoding, with the matching response headers. */
type PreparedForm = { body: Buffer; headers: string[] };
/**
 * The body of a cached response in each encoding that was sent so far, with the matching headers. `hits` contains the counters of
 * the response's route.
 */
type PreparedResponse = {
  plain?: PreparedForm;
  gzip?: PreparedForm;
  br?: PreparedForm;
  hits: CacheHits;
};

/** Numbers of cache hits for a route. `served` counts responses with status 200, and `notModified` those with status 304. */
export type CacheHits = { served: number; notModified: number };

/**
 * Creates a listener that responds from the cache to GET and HEAD requests without an `Authorization` header. Passes other
 * requests, and requests without a cached response, to `next`. `securityOf` returns the security headers for a path. `hitsOf`
 * returns the counters for a route.
 */
export function responseCacheListener(
  cache: ResponseCache,
  securityOf: (path: string) => Record<string, string>,
  next: RequestListener,
  hitsOf: (path: string) => CacheHits,
): RequestListener {
  const preparedResponses = new WeakMap<CachedResponse, PreparedResponse>();

  function preparedResponseOf(cached: CachedResponse, path: string): PreparedResponse {
    let prepared = preparedResponses.get(cached);
    if (!prepared) {
      prepared = { hits: hitsOf(path) };
      preparedResponses.set(cached, prepared);
    }
    return prepared;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const mayBeCached = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
    const cached = mayBeCached ? cache.find(url) : undefined;
    if (!cached) return next(request, response);
    const accepted = String(headers['accept-encoding'] ?? '');
    const path = pathOf(url);
    const prepared = preparedResponseOf(cached, path);
    const form = chooseForm(prepared, cached, accepted, (body, encoding) =>
      prepareForm(cached, securityOf(path), body, encoding),
    );
    const requestIdHeader = ['x-request-id', randomUUID()];
    if (headers['if-none-match']?.split(/,\s*/).includes(cached.etag)) {
      prepared.hits.notModified += 1;
      response.writeHead(304, [...withoutBodyHeaders(form.headers), ...requestIdHeader]).end();
      return;
    }
    prepared.hits.served += 1;
    // Node.js does not send this body if the request is a HEAD request.
    response.writeHead(200, [...form.headers, ...requestIdHeader]).end(form.body);
  };
}

/**
 * Returns the body in an encoding that the client accepts, with its headers. Stores them in `prepared` for later requests. If the
 * background compression has replaced the body, prepares the headers again. If the client accepts no stored encoding,
 * decompresses the body.
 */
function chooseForm(
  prepared: PreparedResponse,
  cached: CachedResponse,
  accepted: string,
  prepare: (body: Buffer, encoding?: string) => PreparedForm,
): PreparedForm {
  const compressed = compressedBody(cached, accepted);
  if (compressed) {
    const { encoding, body } = compressed;
    const earlier = prepared[encoding];
    const form = earlier?.body === body ? earlier : prepare(body, encoding);
    prepared.plain = undefined;
    prepared[encoding] = form;
    return form;
  }
  const plain = uncompressedBody(cached);
  if (plain.length >= minBytesToCompress && acceptsEncoding(accepted, 'gzip')) {
    // The response was stored for a client that accepted brotli or no compression, so no gzip body is stored yet.
    prepared.gzip ??= prepare(gzipSync(plain, { level: 4 }), 'gzip');
    return prepared.gzip;
  }
  // If only compressed bodies are cached, do not store the uncompressed body, because the size of the cache would not include it.
  if (!cached.body) prepared.plain = undefined;
  else prepared.plain ??= prepare(cached.body);
  return prepared.plain ?? prepare(plain);
}

/**
 * Returns a body with its response headers: the headers of the cached response, the security headers, and the headers of the
 * encoding.
 */
function prepareForm(
  cached: CachedResponse,
  securityHeaders: Record<string, string>,
  body: Buffer,
  encoding?: string,
): PreparedForm {
  const headers = new Map(cached.headers);
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  headers.set('content-length', String(body.length));
  headers.set('vary', 'Accept-Encoding');
  if (encoding) headers.set('content-encoding', encoding);
  return { body, headers: [...headers].flat() };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/** Removes `content-length` and `content-encoding`, because a response with status 304 has no body. */
function withoutBodyHeaders(headers: readonly string[]): string[] {
  const remaining: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name !== 'content-length' && name !== 'content-encoding') remaining.push(name, value);
  }
  return remaining;
}
