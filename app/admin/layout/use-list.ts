import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  keepPreviousData,
  notifyManager,
} from '@tanstack/query-core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { isRejected, keyOf } from '../../foundation/browser/queries.ts';
import type { ListQuery } from './contract.ts';
import { useStaffToken } from './staff-session.ts';
import { adminQueryClient } from './use-admin.ts';

/** A page of a list. `next` is the `after` parameter for the following page, null on the last page. */
export type ListPart<Row> = { rows: Row[]; next: string | null };

/** The search text, the sort order and the filters of a list, by parameter name. Omits empty values. */
export type ListParams = Partial<Record<string, string>>;

export type AdminList<Part extends ListPart<unknown>> = ReturnType<typeof useAdminList<Part>>;

/**
 * Hook for a list whose search text, sort order and filters are in the URL. `key` is the subject, such as `orders`. `filters` are
 * the names of the filters in the URL and in the request.
 */
export function useAdminList<Part extends ListPart<unknown>>(
  key: string,
  fetch: (params: ListParams & Partial<ListQuery>, signal: AbortSignal) => Promise<Part>,
  filters: readonly string[] = [],
) {
  const token = useStaffToken();
  const [search, setSearch] = useSearchParams();
  const names = ['q', 'sort', ...filters].filter((name) => search.get(name));
  const params: ListParams = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
  const options: InfiniteQueryObserverOptions<Part, Error, InfiniteData<Part, string>, string[], string> = {
    queryKey: keyOf(token ?? '', [key, 'list', JSON.stringify(params)]),
    queryFn: ({ pageParam, signal }) => fetch(pageParam ? { ...params, after: pageParam } : params, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: typeof token === 'string',
    // Keep the old rows until the response arrives, so that the page does not jump while the user types.
    placeholderData: keepPreviousData,
  };
  const [observer] = useState(() => new InfiniteQueryObserver(adminQueryClient, options));
  const result = useSyncExternalStore(
    useCallback((changed) => observer.subscribe(notifyManager.batchCalls(changed)), [observer]),
    () => observer.getCurrentResult(),
    () => observer.getCurrentResult(),
  );
  useEffect(() => observer.setOptions(options));

  const status: 'ready' | 'failed' | 'waiting' = result.data
    ? 'ready'
    : result.isError
      ? 'failed'
      : 'waiting';
  const rows: Part['rows'] = result.data?.pages.flatMap((part) => part.rows) ?? [];
  return {
    status,
    message: result.error?.message,
    isRefused: isRejected(result.error),
    rows,
    firstPage: result.data?.pages[0],
    params,
    setParams(change: ListParams) {
      setSearch(
        (search) => {
          const next = new URLSearchParams(search);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void observer.fetchNextPage(),
    retry: () => void observer.refetch(),
  };
}
