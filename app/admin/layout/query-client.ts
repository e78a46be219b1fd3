import { QueryClient } from '@tanstack/query-core';
import { RequestFailed, tooSlowTitle } from '../../foundation/http/api-client.ts';
import { staffToken, subscribeToStaffSession } from './staff-session.ts';

function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.problem !== tooSlowTitle && (error.status < 400 || error.status >= 500);
}

/** What the shop has told this browser about its work: apart from what it told a shopper, and forgotten with the session. */
export const adminQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What is kept is shown at once, and asked for again: a list of what waits must not lead to an older order.
      staleTime: 0,
      // Others work at the same time: whoever comes back to this tab sees how things are now.
      refetchOnWindowFocus: 'always',
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
      retryDelay: 1000,
    },
  },
});

// The server renders the frame, and keeps nothing of anybody.
if (typeof document !== 'undefined') followSession();

function followSession() {
  adminQueryClient.mount();
  let token = staffToken();
  subscribeToStaffSession(() => {
    const now = staffToken();
    if (now === token) return;
    token = now;
    adminQueryClient.clear();
  });
}
