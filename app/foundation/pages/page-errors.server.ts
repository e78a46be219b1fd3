import { type HandleErrorFunction, isRouteErrorResponse } from 'react-router';
import { shopContext } from './page.server.ts';

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted) return;
  // A page asked with a method that it does not take is the asker's doing.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(shopContext).log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed');
};
