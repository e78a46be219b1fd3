import { QueryClient } from '@tanstack/query-core';
import { CallFailed } from '../foundation/answers.ts';
import { currentSession, subscribeToSession } from './session.ts';

export { QueryObserver } from '@tanstack/query-core';

/** What the shop has told this browser about its shopper. It is loaded for those who are signed in, and forgotten with the session. */
export const ownCache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Another tab, or another device, may have changed it: whoever comes back to this one sees it as it is now.
      refetchOnWindowFocus: 'always',
      // A "no" is an answer; only what did not arrive is worth another try.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
    },
  },
});
ownCache.mount();

let token = currentSession()?.token;
subscribeToSession(() => {
  const now = currentSession()?.token;
  if (now === token) return;
  token = now;
  ownCache.clear();
});
