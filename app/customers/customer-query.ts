import { useEffect, useState } from 'react';
import { currentSession, useSession } from './session.ts';

/**
 * What is the shopper's own, kept by TanStack Query's core. It is fetched with the first question that a signed-in
 * shopper has: a guest's phone never loads it.
 */
const openCache = () => import('./query-client.ts');

/** Something that only the shopper may read. Make it once, outside of components. */
export type CustomerQuery<T> = { key: string; fetch: (signal: AbortSignal) => Promise<T> };

export type CustomerData<T> = {
  /** `guest` while nobody is signed in. */
  status: 'guest' | 'waiting' | 'ready' | 'failed';
  data: T | undefined;
  /** Why it failed, in words. */
  message: string | undefined;
  retry: () => void;
};

/** The token stands in the key: what one session was told is never shown in another. */
const keyOf = (token: string, key: string) => [token, key];

/** Reads it, shares it with whoever else reads it, and follows its changes. */
export function useCustomerQuery<T>(query: CustomerQuery<T>): CustomerData<T> {
  const token = useSession()?.token;
  const [found, setFound] = useState<Omit<CustomerData<T>, 'retry'> & { token: string }>();

  useEffect(() => {
    if (!token) return;
    let stop = () => {};
    let left = false;
    openCache().then(
      ({ customerQueryClient, QueryObserver }) => {
        if (left) return;
        const observer = new QueryObserver<T>(customerQueryClient, {
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
          setFound({ token, status, data, message: error?.message });
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
            message: 'The shop did not answer. Please try again.',
          });
      },
    );
    return () => {
      left = true;
      stop();
    };
  }, [token, query]);

  const retry = () => void refreshCustomerData(query);
  if (!token) return { status: 'guest', data: undefined, message: undefined, retry };
  if (found?.token !== token) return { status: 'waiting', data: undefined, message: undefined, retry };
  return { ...found, retry };
}

/** Shows something before, or as, the shop has answered. */
export async function setCustomerData<T>(
  { key }: CustomerQuery<T>,
  change: (known: T | undefined) => T | undefined,
): Promise<void> {
  const token = currentSession()?.token;
  if (!token) return;
  const { customerQueryClient } = await openCache();
  await customerQueryClient.cancelQueries({ queryKey: keyOf(token, key) });
  customerQueryClient.setQueryData<T>(keyOf(token, key), change);
}

/** Asks the shop again. */
export async function refreshCustomerData<T>({ key }: CustomerQuery<T>): Promise<void> {
  const token = currentSession()?.token;
  if (!token) return;
  const { customerQueryClient } = await openCache();
  await customerQueryClient.invalidateQueries({ queryKey: keyOf(token, key) });
}
