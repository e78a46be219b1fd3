import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { counted } from '../../foundation/ui/counted.ts';

/** True while this listing is being read anew: another filter, another order, more pieces. */
export function useRereading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}

/** True once `waiting` has lasted `after` ms: an answer that is quicker should not flicker. */
export function useLongWait(waiting: boolean, after = 150): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLong(true), after);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting, after]);
  return waiting && long;
}

/** Says what the listing does: to everyone while it loads, and to a screen reader how many pieces it found. */
export function ListingStatus({ waiting, total }: { waiting: boolean; total: number }) {
  return (
    <p
      role="status"
      className={
        waiting
          ? 'sticky top-28 z-4 mx-auto -mb-12 flex h-12 w-fit items-center bg-paper px-6 shadow-float'
          : 'sr'
      }
    >
      {waiting ? 'Loading products...' : counted(total, 'piece')}
    </p>
  );
}
