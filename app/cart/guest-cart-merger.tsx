import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../customers/session.ts';
import { readGuestCart, subscribeToGuestCart } from './guest-cart.ts';
import { mergeCartAfterSignIn } from './merge-status.ts';

const hasLines = () => readGuestCart().some(({ waiting }) => !waiting);

/** True when a guest's lines wait to be brought into a signed-in shopper's cart. */
export function useHasLinesToMerge(): boolean {
  return useSyncExternalStore(subscribeToGuestCart, hasLines, () => false);
}

/**
 * Brings the guest's cart over as soon as somebody is signed in, and on each load until it is done. Stands once
 * around all pages; what it needs is loaded when there is something to bring.
 */
export function GuestCartMerger() {
  const token = useSession()?.token;
  const waits = useHasLinesToMerge();
  useEffect(() => {
    if (token && waits) void mergeCartAfterSignIn();
  }, [token, waits]);
  return null;
}
