import { QueryClient } from '@tanstack/query-core';
import { RequestFailed, tooSlowTitle } from '../http/api-client.ts';

type Session = { readToken: () => string | null | undefined; subscribe: (listener: () => void) => unknown };

/**
 * Creates the query cache of a session. A change of the token clears the cache. Data younger than `staleTime` ms is requested
 * again only if the page becomes visible again, or if the query is invalidated.
 */
export function createQueryClient({ readToken, subscribe }: Session, staleTime: number): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime,
        // While the page was hidden, another tab, another device or a colleague may have changed the data.
        refetchOnWindowFocus: 'always',
        // Send requests even if the browser reports that it is offline. The user then sees an error message within seconds.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        retryDelay: 1000,
      },
    },
  });
  // The server has no session to observe, but it creates a query cache when it renders the layout of the admin.
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

/**
 * True if a failed request may be retried. A 4xx response is not retried, because a retry would get the same response. A timeout
 * is not retried, because a retry would also time out.
 */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.problem !== tooSlowTitle && (error.status < 400 || error.status >= 500);
}
