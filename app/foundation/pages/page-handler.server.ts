import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { renderedPageContext } from './page.server.ts';

/** The React Router build, or a function that loads the newest build. */
export type Pages = ServerBuild | (() => Promise<ServerBuild>);

/** A response. If `entry.server.tsx` has rendered it, `body` is the body of the page. */
type PageResponse = { response: Response; body: Buffer<ArrayBuffer> | null };

/**
 * Creates the request handler of the pages. React Router accepts forms only from the origin of the request URL. Behind a proxy
 * that terminates TLS, the request URL starts with `http:`. Therefore this handler also allows the host of `publicUrl`.
 */
export function createPageHandler(pages: Pages, publicUrl: string) {
  const withActionOrigin = (build: ServerBuild): ServerBuild => ({
    ...build,
    allowedActionOrigins: [new URL(publicUrl).host],
  });
  const build =
    typeof pages === 'function' ? async () => withActionOrigin(await pages()) : withActionOrigin(pages);
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  return async (request: Request, context: RouterContextProvider): Promise<PageResponse> => {
    const response = await handle(request, context);
    const body = context.get(renderedPageContext);
    if (!body) return { response, body };
    return { response: new Response(body, { status: response.status, headers: response.headers }), body };
  };
}
