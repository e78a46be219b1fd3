import type { QueryClient, QueryObserver, QueryObserverResult } from '@tanstack/query-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { RequestFailed, unreachableMessage } from '../http/api-client.ts';

/** Data that only the signed-in user may read. Queries with the same key fetch the same data. */
export type Query<T> = { key: readonly string[]; fetch: (signal: AbortSignal) => Promise<T> };

export type QueryResult<T> = {
  /** `guest` without a session. `waiting` until the first response. */
  status: 'guest' | 'waiting' | 'ready' | 'failed';
  data?: T | undefined;
  /** Error message of the last request, if it failed. */
  message?: string | undefined;
  /** True if the shop refused the last request (403 or 404), so that a retry would fail too. */
  isRefused?: boolean | undefined;
  retry: () => void;
};

/** The cache of one kind of session, and the class that observes it. */
type QueryCache = { client: QueryClient; QueryObserver: typeof QueryObserver };

type Token = string | null | undefined;

/** The cached data of one kind of session. */
export type Queries = ReturnType<typeof createQueries>;

export function createQueries(
  { readToken, useToken }: { readToken: () => Token; useToken: () => Token },
  load: () => Promise<QueryCache>,
) {
  let cache: QueryCache | undefined;
  /** Loads the cache with the first query. */
  const open = async () => (cache ??= await load());
  return {
    /** Hook: returns the session's token. */
    useToken,
    open,
    /** Undefined until the cache is loaded. */
    get cache() {
      return cache;
    },
    /** Changes the cached data of the current session. A request in progress for the same data is cancelled. */
    async setData<T>({ key }: Query<T>, change: (known: T | undefined) => T | undefined): Promise<void> {
      const token = readToken();
      if (!token) return;
      const { client } = await open();
      const queryKey = keyOf(token, key);
      await client.cancelQueries({ queryKey });
      client.setQueryData<T>(queryKey, change);
    },
    /** Fetches again the displayed data of these queries, and of all queries whose keys begin with theirs. */
    async refresh(...stale: Pick<Query<unknown>, 'key'>[]): Promise<void> {
      const token = readToken();
      if (!token) return;
      const { client } = await open();
      await Promise.all(stale.map(({ key }) => client.invalidateQueries({ queryKey: keyOf(token, key) })));
    },
  };
}

/** The key contains the token, so that data of one session is never shown in another. */
export const keyOf = (token: string, key: readonly string[]) => [token, ...key];

type Shown<T> = Omit<QueryResult<T>, 'retry'>;

/** Hook: fetches the data, shares it with other components and renders again after a change. */
export function useQuery<T>({ useToken, open, cache }: Queries, query: Query<T>): QueryResult<T> {
  const token = useToken();
  const [retries, setRetries] = useState(0);
  const [observed, setObserved] = useState<{ name: string; shown: Shown<T> }>();
  const latest = useEffectEvent(() => query);
  // The query and session that a result belongs to.
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
        const show = (result: QueryObserverResult<T>) => setObserved({ name, shown: shownOf(result) });
        stop = observer.subscribe(show);
        show(observer.getCurrentResult());
      },
      () => {
        if (!isUnmounted) setObserved({ name, shown: { status: 'failed', message: unreachableMessage } });
      },
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [token, name, open]);

  // A new observer fetches a query without data, and loads the cache if that failed.
  const retry = () => setRetries(retries + 1);
  if (!token) return { status: 'guest', retry };
  if (observed?.name === name) return { ...observed.shown, retry };
  const data = cache?.client.getQueryData<T>(keyOf(token, query.key));
  return { status: data === undefined ? 'waiting' : 'ready', data, retry };
}

/** True if a retry of the failed request would fail too. */
export const isRejected = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 403 || error.status === 404);

function shownOf<T>({ data, error, isError }: QueryObserverResult<T>): Shown<T> {
  const status = data !== undefined ? 'ready' : isError ? 'failed' : 'waiting';
  return { status, data, message: error?.message, isRefused: isRejected(error) };
}
