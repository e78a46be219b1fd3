import { setSignInReason } from '../customers/sign-in/sign-in-reason.ts';
import { textAt } from '../foundation/http/api-client.ts';
import type { WishlistProduct } from './save-wish.ts';

const key = 'tanabana.wish';
/** How long a guest may take to sign in, in milliseconds. */
const maxAgeMs = 15 * 60_000;

/** Remembers in this tab which heart a guest has pressed, at `now` (ms), until they have signed in. */
export function storeGuestWish({ proId, productName }: WishlistProduct, now: number): void {
  setSignInReason(`Sign in to save ${productName} to your wishlist.`);
  try {
    sessionStorage.setItem(key, JSON.stringify({ proId, productName, at: now }));
  } catch {
    // Where storage is refused, the heart is to be pressed once more.
  }
}

/** The piece whose heart was pressed at most 15 minutes before `now`. It is forgotten with that. */
export function consumeGuestWish(now: number): WishlistProduct | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    clearGuestWish();
    const [proId, productName] = [textAt(stored, 'proId'), textAt(stored, 'productName')];
    const at: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'at') : undefined;
    const fresh = typeof at === 'number' && now >= at && now - at < maxAgeMs;
    return fresh && proId && productName ? { proId, productName } : undefined;
  } catch {
    return undefined;
  }
}

export function clearGuestWish(): void {
  setSignInReason(undefined);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
