import { useEffect, useState } from 'react';
import { currentSession, useSession } from './session.ts';

/**
 * What is the shopper's own, kept by TanStack Query's core. It is fetched with the first question that a signed-in
 * shopper has: a guest's phone never loads it.
 */
const openCache = () => import('./query-client.ts');

/** Something that only the shopper may read. Make it once, outside of components. */
export type OwnQuery<T> = { key: string; fetch: (signal: AbortSignal) => Promise<T> };

export type Own<T> = {
  /** `guest` while nobody is signed in. */
  status: 'guest' | 'waiting' | 'ready' | 'failed';
  data: T | undefined;
  /** Why it failed, in words. */
  words: string | undefined;
  retry: () => void;
};

/** The token stands in the key: what one session was told is never shown in another. */
const keyOf = (token: string, key: string) => [token, key];

/** Reads it, shares it with whoever else reads it, and follows its changes. */
export function useOwn<T>(query: OwnQuery<T>): Own<T> {
  const token = useSession()?.token;
  const [found, setFound] = useState<Omit<Own<T>, 'retry'> & { token: string }>();

  useEffect(() => {
    if (!token) return;
    let stop = () => {};
    let left = false;
    openCache().then(
      ({ ownCache, QueryObserver }) => {
        if (left) return;
        const observer = new QueryObserver<T>(ownCache, {
          queryKey: keyOf(token, query.key),
          queryFn: ({ signal }) => query.fetch(signal),
        });
        const show = ({
          data,
          error,
          isError,
        }: {
          data: T | undefined;
          error: Error | null;
          isError: boolean;
        }) => {
          const status = data !== undefined ? 'ready' : isError ? 'failed' : 'waiting';
          setFound({ token, status, data, words: error?.message });
        };
        stop = observer.subscribe(show);
        show(observer.getCurrentResult());
      },
      () => {
        if (!left)
          setFound({
            token,
            status: 'failed',
            data: undefined,
            words: 'The shop did not answer. Please try again.',
          });
      },
    );
    return () => {
      left = true;
      stop();
    };
  }, [token, query]);

  const retry = () => void refreshOwn(query);
  if (!token) return { status: 'guest', data: undefined, words: undefined, retry };
  if (found?.token !== token) return { status: 'waiting', data: undefined, words: undefined, retry };
  return { ...found, retry };
}

/** What is known of it now, without asking the shop. */
export async function peekOwn<T>({ key }: OwnQuery<T>): Promise<T | undefined> {
  const token = currentSession()?.token;
  if (!token) return undefined;
  const { ownCache } = await openCache();
  return ownCache.getQueryData<T>(keyOf(token, key));
}

/** Shows something before, or as, the shop has answered. */
export async function setOwn<T>(
  { key }: OwnQuery<T>,
  change: (known: T | undefined) => T | undefined,
): Promise<void> {
  const token = currentSession()?.token;
  if (!token) return;
  const { ownCache } = await openCache();
  await ownCache.cancelQueries({ queryKey: keyOf(token, key) });
  ownCache.setQueryData<T>(keyOf(token, key), change);
}

/** Asks the shop again. */
export async function refreshOwn<T>({ key }: OwnQuery<T>): Promise<void> {
  const token = currentSession()?.token;
  if (!token) return;
  const { ownCache } = await openCache();
  await ownCache.invalidateQueries({ queryKey: keyOf(token, key) });
}
