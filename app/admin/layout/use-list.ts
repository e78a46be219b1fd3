import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  keepPreviousData,
  notifyManager,
} from '@tanstack/query-core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { keyOf } from '../../foundation/browser/queries.ts';
import type { ListQuery } from './contract.ts';
import { useStaffToken } from './staff-session.ts';
import { adminQueryClient } from './use-admin.ts';

/** A part of a list, as every list call of the back office answers. */
export type ListPart<Row> = { rows: Row[]; next: string | null };

/** What a list was asked for: `q`, `sort`, and the filters by their names; empty ones are left out. */
export type ListParams = Partial<Record<string, string>>;

export type ListOptions<Part extends ListPart<unknown>> = {
  /** The subject: `orders`. */
  key: string;
  /** The names of its filters, as the call has them and as they stand in the address. */
  filters: readonly string[];
  fetch: (params: ListParams & Partial<ListQuery>, signal: AbortSignal) => Promise<Part>;
};

export type AdminList<Part extends ListPart<unknown>> = {
  status: 'waiting' | 'ready' | 'failed';
  message: string | undefined;
  rows: Part['rows'];
  /** The first part, for what it tells beside its rows. */
  firstPage: Part | undefined;
  params: ListParams;
  /** Changes what is asked for; it stands in the address, so that the Back button finds it again. */
  setParams: (change: ListParams) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** A list of the back office: searched, filtered and sorted by the address, loaded part by part. */
export function useAdminList<Part extends ListPart<unknown>>({
  key,
  filters,
  fetch,
}: ListOptions<Part>): AdminList<Part> {
  const token = useStaffToken();
  const [search, setSearch] = useSearchParams();
  const names = ['q', 'sort', ...filters];
  const params: ListParams = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const options: InfiniteQueryObserverOptions<Part, Error, InfiniteData<Part, string>, string[], string> = {
    queryKey: keyOf(token ?? '', [key, 'list', JSON.stringify(params)]),
    queryFn: ({ pageParam, signal }) => fetch(pageParam ? { ...params, after: pageParam } : params, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: typeof token === 'string',
    // What was found before stays until the new answer is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  };
  const [observer] = useState(() => new InfiniteQueryObserver(adminQueryClient, options));
  const result = useSyncExternalStore(
    useCallback((changed) => observer.subscribe(notifyManager.batchCalls(changed)), [observer]),
    () => observer.getCurrentResult(),
    () => observer.getCurrentResult(),
  );
  useEffect(() => observer.setOptions(options));

  return {
    status: result.data ? 'ready' : result.isError ? 'failed' : 'waiting',
    message: result.error?.message,
    rows: result.data?.pages.flatMap((part) => part.rows) ?? [],
    firstPage: result.data?.pages[0],
    params,
    setParams(change) {
      setSearch(
        (known) => {
          const next = new URLSearchParams(known);
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
