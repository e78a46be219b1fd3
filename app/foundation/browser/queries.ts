import type { QueryClient, QueryObserver, QueryObserverResult } from '@tanstack/query-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { RequestFailed, unreachableMessage } from '../http/api-client.ts';

/** A request for data that only the signed-in user may read. Queries with the same key share their data. */
export type Query<T> = { key: readonly string[]; fetch: (signal: AbortSignal) => Promise<T> };

export type QueryResult<T> = {
  /** `guest`: there is no session. `waiting`: no response has arrived yet. */
  status: 'guest' | 'waiting' | 'ready' | 'failed';
  data?: T | undefined;
  /** Error message of the last request. Undefined if that request succeeded. */
  message?: string | undefined;
  /** True if the server refused the last request with 403 or 404. A retry would fail too. */
  isRefused?: boolean | undefined;
  retry: () => void;
};

/** The query client, and the class of its observers. Both are loaded on demand. */
type QueryCache = { client: QueryClient; QueryObserver: typeof QueryObserver };

type Token = string | null | undefined;

/** Access to the cached data of customers or of staff. Each of the two has its own cache. */
export type Queries = ReturnType<typeof createQueries>;

export function createQueries(
  { readToken, useToken }: { readToken: () => Token; useToken: () => Token },
  load: () => Promise<QueryCache>,
) {
  let cache: QueryCache | undefined;
  /** Returns the query cache. The first call loads it. */
  const open = async () => (cache ??= await load());
  return {
    useToken,
    open,
    /** The query cache. Undefined until it is loaded. */
    get cache() {
      return cache;
    },
    /**
     * Changes the cached data of a query for the current session. Cancels a pending request for this data first, because its
     * response would overwrite the change.
     */
    async setData<T>({ key }: Query<T>, change: (current: T | undefined) => T | undefined): Promise<void> {
      const token = readToken();
      if (!token) return;
      const { client } = await open();
      const queryKey = keyOf(token, key);
      await client.cancelQueries({ queryKey });
      client.setQueryData<T>(queryKey, change);
    },
    /**
     * Marks the data of these queries as outdated, and requests the displayed data again. Applies to each query whose key begins
     * with one of these keys.
     */
    async refresh(...stale: Pick<Query<unknown>, 'key'>[]): Promise<void> {
      const token = readToken();
      if (!token) return;
      const { client } = await open();
      await Promise.all(stale.map(({ key }) => client.invalidateQueries({ queryKey: keyOf(token, key) })));
    },
  };
}

/** Returns the cache key. It contains the token, so that the data of one session is never displayed in another session. */
export const keyOf = (token: string, key: readonly string[]) => [token, ...key];

type Result<T> = Omit<QueryResult<T>, 'retry'>;

/** Hook that requests the data and shares it between components. The component renders again after a change. */
export function useQuery<T>({ useToken, open, cache }: Queries, query: Query<T>): QueryResult<T> {
  const token = useToken();
  const [retries, setRetries] = useState(0);
  const [observed, setObserved] = useState<{ name: string; result: Result<T> }>();
  const latest = useEffectEvent(() => query);
  // A result is used only if its name is still the current one. After a sign-out, a retry or a change of the query, the name
  // differs.
  const name = JSON.stringify([token, retries, query.key]);
  useEffect(() => {
    if (!token) return;
    const { key, fetch } = latest();
    let stop = () => {};
    let isUnmounted = false;
    open().then(
      ({ client, QueryObserver }) => {
        if (isUnmounted) return;
        const observer = new QueryObserver<T>(client, {
          queryKey: keyOf(token, key),
          queryFn: ({ signal }) => fetch(signal),
        });
        const show = (result: QueryObserverResult<T>) => setObserved({ name, result: resultOf(result) });
        stop = observer.subscribe(show);
        show(observer.getCurrentResult());
      },
      () => {
        if (!isUnmounted) setObserved({ name, result: { status: 'failed', message: unreachableMessage } });
      },
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [token, name, open]);

  // A new number of retries runs the effect again. The effect loads the query cache if loading it has failed, and requests
  // missing data.
  const retry = () => setRetries(retries + 1);
  if (!token) return { status: 'guest', retry };
  if (observed?.name === name) return { ...observed.result, retry };
  const data = cache?.client.getQueryData<T>(keyOf(token, query.key));
  return { status: data === undefined ? 'waiting' : 'ready', data, retry };
}

/** True if the server has responded 403 or 404. A retry would get the same response. */
export const isRejected = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 403 || error.status === 404);

function resultOf<T>({ data, error, isError }: QueryObserverResult<T>): Result<T> {
  const status = data !== undefined ? 'ready' : isError ? 'failed' : 'waiting';
  return { status, data, message: error?.message, isRefused: isRejected(error) };
}
