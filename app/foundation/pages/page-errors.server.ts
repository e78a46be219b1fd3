import { type HandleErrorFunction, isRouteErrorResponse } from 'react-router';
import { shopContext } from './page.server.ts';

/** Logs unexpected errors of pages. Ignores errors of aborted requests. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted) return;
  // Ignore client errors, such as a method that the route does not support.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(shopContext).log.error({ err: error, path: new URL(request.url).pathname }, 'page failed');
};
