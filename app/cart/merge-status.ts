import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';

const mergeFailedMessage = 'We could not bring your cart over. It is safe on this device.';

/** State of the merge of the guest's cart. */
export type MergeStatus = 'resting' | 'under-way' | 'failed';

let status: MergeStatus = 'resting';
let message = mergeFailedMessage;
const listeners = new Set<() => void>();

function setState(next: MergeStatus) {
  status = next;
  for (const listener of listeners) listener();
}

export const currentMergeStatus = (): MergeStatus => status;

/** Returns the message about a failed merge. */
export const mergeErrorMessage = (): string => message;

export function subscribeToMergeStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Merges the guest's cart into the customer's cart. On failure, keeps the guest's cart and shows the error. */
export async function mergeCartAfterSignIn(): Promise<void> {
  if (status === 'under-way') return;
  setState('under-way');
  try {
    const { mergeGuestCart } = await import('./merge-guest-cart.ts');
    await mergeGuestCart();
    setState('resting');
  } catch (error) {
    message = `${mergeFailedMessage} ${error instanceof RequestFailed ? error.message : unreachableMessage}`;
    setState('failed');
    // The session code handles 401.
    if (error instanceof RequestFailed && error.status === 401) return;
    notify(message, { label: 'Cart', to: '/cart' });
  }
}
