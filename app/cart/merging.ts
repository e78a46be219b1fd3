import { RequestFailed, unreachable } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';

const notBroughtOver = 'We could not bring your cart over. It is safe on this device.';

/** Where the guest's cart is on its way into the shopper's own. */
export type Merging = 'resting' | 'under-way' | 'failed';

let merging: Merging = 'resting';
let message = notBroughtOver;
const listeners = new Set<() => void>();

function setState(next: Merging) {
  merging = next;
  for (const listener of listeners) listener();
}

export const currentMerging = (): Merging => merging;

/** What is said when it has failed, and why. */
export const mergeError = (): string => message;

export function subscribeToMerging(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Brings the guest's cart into the signed-in shopper's own. When it fails, it is kept, and the shopper is told. */
export async function mergeCartAfterSignIn(): Promise<void> {
  if (merging === 'under-way') return;
  setState('under-way');
  try {
    const { mergeGuestCart } = await import('./merge-guest-cart.ts');
    await mergeGuestCart();
    setState('resting');
  } catch (error) {
    message = `${notBroughtOver} ${error instanceof RequestFailed ? error.message : unreachable}`;
    setState('failed');
    // A session that has ended says so itself.
    if (error instanceof RequestFailed && error.status === 401) return;
    notify(message, { label: 'Cart', to: '/cart' });
  }
}
