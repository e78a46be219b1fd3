import { QueryClient } from '@tanstack/query-core';
import { RequestFailed, tooSlowTitle } from '../http/api-client.ts';

type Session = { readToken: () => string | null | undefined; subscribe: (listener: () => void) => unknown };

/**
 * Creates the cache of what a session may read, cleared when the token changes. A result younger than `staleTime` ms is fetched
 * again only if the page becomes visible again or the query is invalidated.
 */
export function createQueryClient({ readToken, subscribe }: Session, staleTime: number): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime,
        // Another tab, device or colleague may have changed the data in the meantime.
        refetchOnWindowFocus: 'always',
        // Send requests even if the browser reports that it is offline, so that the user sees an error within seconds.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        retryDelay: 1000,
      },
    },
  });
  // On the server, which renders the admin's layout, there is no session to observe.
  if (typeof addEventListener === 'undefined') return client;
  client.mount();
  let token = readToken();
  subscribe(() => {
    const latest = readToken();
    if (latest === token) return;
    token = latest;
    client.clear();
  });
  return client;
}

/** False for a 4xx response, because a retry would get the same response. False for a timeout, because a retry takes as long. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.problem !== tooSlowTitle && (error.status < 400 || error.status >= 500);
}
