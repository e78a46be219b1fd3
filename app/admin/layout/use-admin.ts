import { notifyManager, QueryObserver } from '@tanstack/query-core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { adminQueryClient } from './query-client.ts';
import { staffToken, useStaffToken } from './staff-session.ts';

/**
 * Something that only the staff may read. The first word of the key names the subject (`orders`), what follows says
 * which of it: an id, or what a list was asked for. Two with the same key must fetch the same.
 */
export type AdminQuery<T> = { key: readonly string[]; fetch: (signal: AbortSignal) => Promise<T> };

export type AdminQueryResult<T> = {
  status: 'waiting' | 'ready' | 'failed';
  data: T | undefined;
  /** Why it failed, in words. */
  message: string | undefined;
  retry: () => void;
};

/** The token stands in the key: what one session was told is never shown in another. */
export const adminQueryKey = (token: string | null | undefined, key: readonly string[]) => [
  token ?? 'nobody',
  ...key,
];

function optionsOf<T>(token: string | null | undefined, { key, fetch }: AdminQuery<T>) {
  return adminQueryClient.defaultQueryOptions<T, Error, T, T, string[]>({
    queryKey: adminQueryKey(token, key),
    queryFn: ({ signal }) => fetch(signal),
    enabled: typeof token === 'string',
    _optimisticResults: 'optimistic',
  });
}

/** Reads it, shares it with whoever else reads it, and follows its changes. The query may be made anew each time. */
export function useAdminQuery<T>(query: AdminQuery<T>): AdminQueryResult<T> {
  const options = optionsOf(useStaffToken(), query);
  const [observer] = useState(() => new QueryObserver(adminQueryClient, options));
  const { data, error, isError } = observer.getOptimisticResult(options);
  useSyncExternalStore(
    useCallback((changed) => observer.subscribe(notifyManager.batchCalls(changed)), [observer]),
    () => observer.getCurrentResult(),
    () => observer.getCurrentResult(),
  );
  useEffect(() => observer.setOptions(options), [observer, options]);
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'waiting',
    data,
    message: error?.message,
    retry: () => void observer.refetch(),
  };
}

/** Has everything of these subjects asked for again: `refreshAdmin('orders', 'dashboard')` after an order was packed. */
export async function refreshAdmin(...subjects: string[]): Promise<void> {
  const token = staffToken();
  await Promise.all(
    subjects.map((subject) =>
      adminQueryClient.invalidateQueries({ queryKey: adminQueryKey(token, [subject]) }),
    ),
  );
}

/** Shows what a change has answered, without asking for it again. */
export function setAdminData<T>({ key }: AdminQuery<T>, data: T): void {
  adminQueryClient.setQueryData<T>(adminQueryKey(staffToken(), key), () => data);
}
