import { useEffect, useRef, useState } from 'react';
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLoaderData,
  useLocation,
  useNavigation,
} from 'react-router';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';

/** True while the listing loads for another filter, another sort order or more products. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}

/** Returns true once `isLoading` has been true for `after` ms, so that the status does not flicker for quick responses. */
export function useDelayedFlag(isLoading: boolean, after = 150): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLong(true), after);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading, after]);
  return isLoading && long;
}

type ListingStatusProps = {
  isLoading: boolean;
  /** True if the last request for the listing failed. In this case the shown listing does not match the URL. */
  failed: boolean;
  total: number;
  /** CSS classes used while the text is visible. */
  classNames?: Record<'loading' | 'failed', string>;
};

const floating =
  'sticky top-28 z-4 mx-auto flex min-h-12 w-fit items-center bg-paper px-6 [box-shadow:var(--shadow-float)]';
const inListing = { loading: `${floating} -mb-12`, failed: `${floating} mb-4 flex-wrap gap-x-4` };

/** Shows that the listing is loading or could not be loaded. Otherwise, screen readers announce the number of products. */
export function ListingStatus({ isLoading, failed, total, classNames = inListing }: ListingStatusProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const { pathname, search } = useLocation();
  const retryMessage = (
    <>
      We could not load the products just now.{' '}
      <Link
        className="link tap"
        to={{ pathname, search }}
        preventScrollReset
        // The pressed link is removed when the listing loads. Move the focus, so that the browser does not move it to the top of
        // the page.
        onClick={() => status.current?.focus({ preventScroll: true })}
      >
        Try again
      </Link>
    </>
  );
  const className = isLoading ? classNames.loading : failed ? classNames.failed : 'sr';
  return (
    <p role="status" className={`outline-none ${className}`} ref={status} tabIndex={-1}>
      {isLoading ? 'Loading products...' : failed ? retryMessage : formatCount(total, 'piece')}
    </p>
  );
}

/** The loader data of the shown listing, with its key from {@link listingAt}. */
let shownListing: { listing: string; data: object } | undefined;

/**
 * Returns a key that is the same for all filters, sort orders and pages of a listing. Each search query is a listing of its own.
 */
const listingAt = (pathname: string, search: URLSearchParams) => `${pathname}?${search.get('query') ?? ''}`;

/**
 * Stores the loader data for {@link showLastListingOnFailure}. Returns true if the last request failed and the data are from an
 * earlier request.
 */
export function useReloadFailed(): boolean {
  const data = useLoaderData<object>();
  const { pathname, search } = useLocation();
  const listing = listingAt(pathname, new URLSearchParams(search));
  useEffect(() => {
    shownListing = { listing, data };
    return () => {
      shownListing = undefined;
    };
  }, [listing, data]);
  return 'failed' in data;
}

/** True for an error without a response, and for a 5xx response. False for data, a redirect and a 4xx response. */
export const isOutage = ({ type, result }: DataStrategyResult) =>
  type === 'error' && (isRouteErrorResponse(result) ? result.status >= 500 : result instanceof Error);

/**
 * If a listing cannot be loaded and another view of the same listing is shown, returns the data of that view instead. A client
 * loader in each page could do the same, but the browser would have to load the page's script before it requests the data.
 */
export const showLastListingOnFailure: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url },
  next,
) => {
  const results = await next();
  if (shownListing?.listing === listingAt(url.pathname, url.searchParams)) {
    for (const read of Object.values(results)) {
      if (isOutage(read))
        Object.assign(read, { type: 'data', result: { ...shownListing.data, failed: true } });
    }
  }
  return results;
};
