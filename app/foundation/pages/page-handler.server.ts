import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { renderedPage } from './page.server.ts';

/** React Router's build, or how to load the newest one. */
export type Pages = ServerBuild | (() => Promise<ServerBuild>);

/** An answer, and beside it the bytes of its body where they are known already. */
export type PageResponse = { response: Response; body: Buffer<ArrayBuffer> | null };

/**
 * The pages as one function from request to answer. React Router takes a form only from the origin of the request's
 * own address; behind a proxy that ends TLS this address begins with http, so the host of `publicUrl` counts too.
 */
export function createPageHandler(pages: Pages, publicUrl: string) {
  const atHome = (build: ServerBuild): ServerBuild => ({
    ...build,
    allowedActionOrigins: [new URL(publicUrl).host],
  });
  const build = typeof pages === 'function' ? async () => atHome(await pages()) : atHome(pages);
  const visit = createRequestHandler(build, process.env.NODE_ENV);
  return async (request: Request, context: RouterContextProvider): Promise<PageResponse> => {
    const response = await visit(request, context);
    const body = context.get(renderedPage);
    if (!body) return { response, body };
    return { response: new Response(body, { status: response.status, headers: response.headers }), body };
  };
}
