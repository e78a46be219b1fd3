import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../customers/session.ts';
import { guestCart } from './guest-cart.ts';
import { mergeCartAfterSignIn } from './merge-status.ts';

const hasLines = () => guestCart.read().some(({ waiting }) => !waiting);

/** True if this browser has guest lines to merge, for guests and customers alike. */
export function useHasLinesToMerge(): boolean {
  return useSyncExternalStore(guestCart.subscribe, hasLines, () => false);
}

/**
 * Merges the guest's cart after sign-in, and on each page load until the merge succeeds. Rendered once for all pages. Loads
 * the merge code only if there are lines to merge.
 */
export function GuestCartMerger() {
  const token = useSession()?.token;
  const waits = useHasLinesToMerge();
  useEffect(() => {
    if (token && waits) void mergeCartAfterSignIn();
  }, [token, waits]);
  return null;
}
