import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../customers/session.ts';
import { createStore } from '../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { guestCart } from './guest-cart.ts';

const mergeFailedMessage = 'We could not bring your cart over. It is safe on this device.';

/** State of the merge of the guest's cart. */
export type MergeStatus = 'resting' | 'under-way' | 'failed';

export const mergeStatus = createStore<MergeStatus>('resting');
let message = mergeFailedMessage;

/** Returns the message about a failed merge. */
export const mergeErrorMessage = (): string => message;

/**
 * Merges the guest's cart into the customer's cart. Does nothing while a merge is in progress. On failure, keeps the guest's
 * cart and notifies the customer, except of 401.
 */
export async function mergeCartAfterSignIn(): Promise<void> {
  if (mergeStatus.read() === 'under-way') return;
  mergeStatus.write('under-way');
  try {
    const { mergeGuestCart } = await import('./merge-guest-cart.ts');
    await mergeGuestCart();
    mergeStatus.write('resting');
  } catch (error) {
    message = `${mergeFailedMessage} ${error instanceof RequestFailed ? error.message : unreachableMessage}`;
    mergeStatus.write('failed');
    // The session code handles 401.
    if (error instanceof RequestFailed && error.status === 401) return;
    notify(message, { label: 'Cart', to: urls.cart });
  }
}

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
