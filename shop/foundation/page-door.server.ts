import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

/** React Router's build, or how to load the newest one. */
export type Pages = ServerBuild | (() => Promise<ServerBuild>);

/**
 * The pages as one function from request to answer. React Router takes a form only from the origin of the request's
 * own address; behind a proxy that ends TLS this address begins with http, so the host of `publicUrl` counts too.
 */
export function openPages(pages: Pages, publicUrl: string) {
  const atHome = (build: ServerBuild): ServerBuild => ({
    ...build,
    allowedActionOrigins: [new URL(publicUrl).host],
  });
  const build = typeof pages === 'function' ? async () => atHome(await pages()) : atHome(pages);
  const answer = createRequestHandler(build, process.env.NODE_ENV);
  return (request: Request, context: RouterContextProvider): Promise<Response> => answer(request, context);
}
