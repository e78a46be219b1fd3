import { QueryClient } from '@tanstack/query-core';
import { RequestFailed, tooSlowTitle } from '../foundation/http/api-client.ts';
import { currentSession, subscribeToSession } from './session.ts';

export { QueryObserver } from '@tanstack/query-core';

/** A "no" is an answer, and what took long takes as long again; only what did not arrive may arrive now. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.problem !== tooSlowTitle && (error.status < 400 || error.status >= 500);
}

/** What the shop has told this browser about its shopper. It is loaded for those who are signed in, and forgotten with the session. */
export const customerQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Another tab, or another device, may have changed it: whoever comes back to this one sees it as it is now.
      refetchOnWindowFocus: 'always',
      // A phone that believes itself offline asks all the same: whoever waits is told within seconds, in words.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
      retryDelay: 1000,
    },
  },
});
customerQueryClient.mount();

let token = currentSession()?.token;
subscribeToSession(() => {
  const now = currentSession()?.token;
  if (now === token) return;
  token = now;
  customerQueryClient.clear();
});
