import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { type AnswerCache, type KeptAnswer, plainBody, tooSmall } from './answer-cache.server.ts';
import type { ShopEnv } from './http.server.ts';
import { noteShown } from './shown.server.ts';

/** What the doors say of an answer that is the same for everybody. */
const forEverybody = 'public, max-age=0, must-revalidate';

/**
 * Keeps answers that are the same for everybody, whole, until something that they show changes. Requests with a token are
 * none of its business. Those who ask for the same at once wait for one answer.
 */
export function wholeAnswers(cache: AnswerCache): MiddlewareHandler<ShopEnv> {
  const underWay = new Map<string, Promise<void>>();
  return async (c, next) => {
    if (c.req.method !== 'GET' || c.req.header('authorization') !== undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const key = pathname + search;
    // Only where there is one: whoever waits for nothing would look too early.
    const pending = underWay.get(key);
    if (pending) await pending;
    const kept = cache.find(key);
    const mayZip = acceptsGzip(c.req.header('accept-encoding'));
    if (kept) return asResponse(kept, mayZip);

    let done: () => void = () => {};
    underWay.set(key, new Promise((resolve) => (done = resolve)));
    try {
      const begun = cache.begin();
      const { tags } = await noteShown(next);
      const answer = await readAnswer(c.res, tags);
      if (!answer) return;
      // Whatever the first to ask can unpack: the front desk sends the next one what there is.
      const body = plainBody(answer);
      if (body.length >= tooSmall) answer.gzip = await zip(body, { level: 4 });
      cache.keep(key, answer, tags, begun);
      // Undefined first: what is set is otherwise mixed with the headers of what stood there.
      c.res = undefined;
      c.res = asResponse(answer, mayZip);
    } finally {
      underWay.delete(key);
      done();
    }
  };
}

const notKept = ['content-length', 'etag', 'cache-tag', 'x-request-id'];

/** The answer with all that belongs to it; `undefined` for one that nobody may keep. */
async function readAnswer(response: Response, tags: Set<string>): Promise<KeptAnswer | undefined> {
  const { status, headers } = response;
  if (status !== 200 || headers.get('cache-control') !== forEverybody || headers.has('set-cookie'))
    return undefined;
  const body = Buffer.from(await response.arrayBuffer());
  // As the doors of Hono make theirs: whoever asks with a token has the same answer under the same name.
  const etag = `W/"${createHash('sha1').update(body).digest('hex')}"`;
  const own = [...headers].filter(([name]) => !notKept.includes(name));
  const tagged: [string, string][] = tags.size > 0 ? [['cache-tag', [...tags].slice(0, 100).join(',')]] : [];
  return { headers: [...own, ['etag', etag], ...tagged], etag, body };
}

const zip = promisify(gzip);

function acceptsGzip(accepted = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted);
}

/** Whoever cannot unpack gets it as it is. */
function asResponse(kept: KeptAnswer, mayZip: boolean): Response {
  const { headers, gzip: zipped } = kept;
  const told = new Headers(headers.map(([name, value]) => [name, value]));
  if (!zipped || !mayZip) return new Response(new Uint8Array(plainBody(kept)), { headers: told });
  told.set('content-encoding', 'gzip');
  told.append('vary', 'Accept-Encoding');
  return new Response(new Uint8Array(zipped), { headers: told });
}
