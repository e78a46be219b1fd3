import { randomUUID } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { applyCsp } from './foundation/http/security-headers.server.ts';
import { renderedPage, shopContext } from './foundation/pages/page.server.ts';
import { pageDataScript } from './foundation/pages/page-data.server.ts';

const end = '</body></html>';

/**
 * Renders a page whole before the first byte is sent: its data is already there, a whole page can be cached and
 * compressed well, and the hashes of its inline scripts can stand in the policy, which a nonce in cached HTML
 * could not. As nothing has to be waited for, it is rendered in one go and as text: what React writes for a stream, and
 * React Router's way to send data along one, take a third longer.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: stream, ...context }: EntryContext,
  visit: RouterContextProvider,
) {
  const mark = randomUUID();
  const script = stream ? await pageDataScript(stream, mark) : '';
  const page = <ServerRouter context={context} url={request.url} nonce={mark} />;
  const rendered = `<!DOCTYPE html>${renderToString(page)}`;
  const { googleClientId, razorpay } = visit.get(shopContext).config;
  const { pathname: path } = new URL(request.url);
  const marked = rendered.endsWith(end) ? rendered.slice(0, -end.length) + script + end : rendered + script;
  const { html, policy } = applyCsp(marked, mark, { path, googleClientId, razorpay });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  // Beside the answer, not in it: each hand that an answer goes through would copy it.
  visit.set(renderedPage, Buffer.from(html));
  return new Response(null, { status, headers });
}

/** What a loader throws that is no Problem is a bug: the app's log tells of it, the visitor sees the calm page. */
export { handleError } from './foundation/pages/page-errors.server.ts';
