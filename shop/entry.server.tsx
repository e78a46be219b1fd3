import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { shopContext } from './foundation/page.server.ts';
import { sealPage } from './foundation/security.server.ts';

/**
 * Renders a page whole before the first byte is sent: its data is already there, a whole page can be cached and
 * compressed well, and the hashes of its inline scripts can stand in the policy, which a nonce in cached HTML
 * could not.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  visit: RouterContextProvider,
) {
  const mark = randomUUID();
  const marked = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={context} url={request.url} nonce={mark} />,
      {
        nonce: mark,
        onAllReady: () => {
          const body = new PassThrough();
          text(body).then(resolve, reject);
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
  const { googleClientId, razorpay } = visit.get(shopContext).config;
  const { pathname: path } = new URL(request.url);
  const { html, policy } = sealPage(marked, mark, { path, googleClientId, razorpay });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  return new Response(`<!DOCTYPE html>${html}`.replace('<!DOCTYPE html><!DOCTYPE html>', '<!DOCTYPE html>'), {
    status,
    headers,
  });
}

/** What a loader throws that is no Problem is a bug: the app's log tells of it, the visitor sees the calm page. */
export { handleError } from './foundation/page-errors.server.ts';
