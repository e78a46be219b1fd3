import { randomUUID } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { finishPage } from './foundation/http/security-headers.server.ts';
import { renderedPageContext, shopContext } from './foundation/pages/page.server.ts';
import { pageDataScript } from './foundation/pages/page-data.server.ts';
import { providerSources } from './provider-sources.server.ts';

const closingTags = '</body></html>';

/**
 * Renders the complete page before sending the first byte, so that the page can be cached and compressed. Rendering to a stream
 * would also take a third longer. The Content-Security-Policy lists the hashes of inline scripts, because a nonce in a cached
 * page would be the same for all clients.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: stream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
) {
  const nonce = randomUUID();
  const script = stream ? await pageDataScript(stream, nonce) : '';
  const page = <ServerRouter context={context} url={request.url} nonce={nonce} />;
  const rendered = `<!DOCTYPE html>${renderToString(page)}`;
  const provider = providerSources(new URL(request.url).pathname, loadContext.get(shopContext).config);
  const htmlWithNonce = rendered.endsWith(closingTags)
    ? rendered.slice(0, -closingTags.length) + script + closingTags
    : rendered + script;
  const { html, policy } = finishPage(htmlWithNonce, nonce, provider);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  // Pass the body in the context and not in the response. Each middleware that wraps the response would copy the body.
  loadContext.set(renderedPageContext, Buffer.from(html));
  return new Response(null, { status, headers });
}

/** Logs unexpected errors during the rendering of a page. React Router calls this function and shows the error page. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted) return;
  // Ignore client errors, such as a method that the route does not support.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(shopContext).log.error({ err: error, path: new URL(request.url).pathname }, 'page failed');
};
