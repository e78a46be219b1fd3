import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  acceptsEncoding,
  type CachedResponse,
  type ResponseCache,
  tooSmall,
  uncompressedBody,
} from './cached-response.server.ts';

type Sent = { body: Buffer; headers: string[] };
type Forms = { plain?: Sent; gzip?: Sent; brotli?: Sent; count: CacheHits };

/** How often what is kept was given away, and how often it was enough to say that it is the same as before. */
export type CacheHits = { given: number; unchanged: number };

/**
 * Answers at once what is kept whole, in the smallest form that the browser takes; everything else goes on to `next`.
 * `securityOf` gives the headers that every answer of a path carries, `countOf` the numbers in which its answers count.
 */
export function cachedResponseListener(
  cache: ResponseCache,
  securityOf: (path: string) => Record<string, string>,
  next: RequestListener,
  countOf: (path: string) => CacheHits = () => ({ given: 0, unchanged: 0 }),
): RequestListener {
  const forms = new WeakMap<CachedResponse, Forms>();

  function formsOf(kept: CachedResponse, path: string): Forms {
    let made = forms.get(kept);
    if (!made) {
      made = { count: countOf(path) };
      forms.set(kept, made);
    }
    return made;
  }

  /** Made once for each form, not for each visitor. What was squeezed quickly at first gives way to what is smaller. */
  function formOf(made: Forms, kept: CachedResponse, path: string, accepted: string): Sent {
    if (kept.brotli && acceptsEncoding(accepted, 'br')) {
      made.plain = undefined;
      if (made.brotli?.body !== kept.brotli) made.brotli = prepare(kept, path, kept.brotli, 'br');
      return made.brotli;
    }
    if (kept.gzip && acceptsEncoding(accepted, 'gzip')) {
      made.plain = undefined;
      if (made.gzip?.body !== kept.gzip) made.gzip = prepare(kept, path, kept.gzip, 'gzip');
      return made.gzip;
    }
    const plain = uncompressedBody(kept);
    if (plain.length >= tooSmall && acceptsEncoding(accepted, 'gzip')) {
      // Until the smaller form is there that is being made behind: whoever asked first took another.
      made.gzip ??= prepare(kept, path, gzipSync(plain, { level: 4 }), 'gzip');
      return made.gzip;
    }
    // Few ask for it once there is a smaller one, so it is not kept beside that: what is counted are the kept bytes.
    if (!kept.body) made.plain = undefined;
    else made.plain ??= prepare(kept, path, kept.body);
    return made.plain ?? prepare(kept, path, plain);
  }

  function prepare(kept: CachedResponse, path: string, body: Buffer, encoding?: string): Sent {
    const headers = new Map(kept.headers);
    for (const [name, value] of Object.entries(securityOf(path))) headers.set(name, value);
    headers.set('content-length', String(body.length));
    headers.set('vary', 'Accept-Encoding');
    if (encoding) headers.set('content-encoding', encoding);
    return { body, headers: [...headers].flat() };
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const mayBeKept =
      (method === 'GET' || method === 'HEAD') && headers.authorization === undefined && url.startsWith('/');
    const kept = mayBeKept ? cache.find(url) : undefined;
    if (!kept) return next(request, response);
    const accepted = String(headers['accept-encoding'] ?? '');
    const path = pathOf(url);
    const made = formsOf(kept, path);
    const form = formOf(made, kept, path, accepted);
    const own = ['x-request-id', randomUUID()];
    if (headers['if-none-match']?.split(/,\s*/).includes(kept.etag)) {
      made.count.unchanged += 1;
      response.writeHead(304, [...withoutBody(form.headers), ...own]).end();
      return;
    }
    made.count.given += 1;
    response.writeHead(200, [...form.headers, ...own]);
    if (method === 'HEAD') response.end();
    else response.end(form.body);
  };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

function withoutBody(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (!name.startsWith('content-length') && !name.startsWith('content-encoding')) kept.push(name, value);
  }
  return kept;
}
