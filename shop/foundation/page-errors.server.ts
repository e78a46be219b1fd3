import type { HandleErrorFunction } from 'react-router';
import { shopContext } from './page.server.ts';

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted) return;
  context.get(shopContext).log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed');
};
