/** What a listing shows when reading it again fails: the listing that is on the screen, marked as `failed`. */
import { useEffect } from 'react';
import { type DataStrategyResult, type MiddlewareFunction, useLoaderData, useLocation } from 'react-router';
import { isOutage } from '../../foundation/ui/next-page.ts';

/** The loader data of the listing on the screen, and which listing it is. */
let shown: { listing: string; data: object } | undefined;

/** The same for all filters, orders and pages of one listing; another search query is another listing. */
const listingAt = (pathname: string, search: URLSearchParams) => `${pathname}?${search.get('query') ?? ''}`;

/** Stores the loader data for {@link showLastListingOnFailure}. Returns true if it is shown because the last read failed. */
export function useReloadFailed(): boolean {
  const data = useLoaderData<object>();
  const { pathname, search } = useLocation();
  const listing = listingAt(pathname, new URLSearchParams(search));
  useEffect(() => {
    shown = { listing, data };
    return () => {
      shown = undefined;
    };
  }, [listing, data]);
  return 'failed' in data;
}

/**
 * Replaces the failed read of the listing on the screen by its last data. A client loader in each page would do the
 * same, but the browser would load the page's script before it requests the data.
 */
export const showLastListingOnFailure: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url },
  next,
) => {
  const results = await next();
  if (shown?.listing === listingAt(url.pathname, url.searchParams)) {
    for (const read of Object.values(results)) {
      if (read.type === 'error' && isOutage(read.result))
        Object.assign(read, { type: 'data', result: { ...shown.data, failed: true } });
    }
  }
  return results;
};
