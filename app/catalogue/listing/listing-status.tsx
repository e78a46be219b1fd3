import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';

/** True while this listing is being read anew: another filter, another order, more pieces. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}

/** True once `waiting` has lasted `after` ms: an answer that is quicker should not flicker. */
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
  /** The last read failed: the listing is not the one of the address. */
  failed: boolean;
  total: number;
  /** Classes while the text is visible. */
  classNames?: Record<'loading' | 'failed', string>;
};

const floating =
  'sticky top-28 z-4 mx-auto flex min-h-12 w-fit items-center bg-paper px-6 [box-shadow:var(--shadow-float)]';
const inListing = { loading: `${floating} -mb-12`, failed: `${floating} mb-4 flex-wrap gap-x-4` };

/**
 * Shows that the listing loads, or that it could not be loaded, with a way to try again; otherwise a screen reader
 * gets the number of pieces.
 */
export function ListingStatus({ isLoading, failed, total, classNames = inListing }: ListingStatusProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const { pathname, search } = useLocation();
  const tryAgain = (
    <>
      We could not load the products just now.{' '}
      <Link
        className="link tap"
        to={{ pathname, search }}
        preventScrollReset
        // The link is removed when the listing loads; the focus must not return to the top of the page.
        onClick={() => status.current?.focus({ preventScroll: true })}
      >
        Try again
      </Link>
    </>
  );
  const className = isLoading ? classNames.loading : failed ? classNames.failed : 'sr';
  return (
    <p role="status" className={`outline-none ${className}`} ref={status} tabIndex={-1}>
      {isLoading ? 'Loading products...' : failed ? tryAgain : formatCount(total, 'piece')}
    </p>
  );
}
