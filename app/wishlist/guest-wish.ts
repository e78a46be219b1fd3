import { textAt } from '../foundation/http/api-client.ts';
import type { WishedPiece } from './save-wish.ts';

const key = 'tanabana.wish';
/** How long a guest may take to sign in, in milliseconds. */
const patienceMs = 15 * 60_000;

/** Remembers in this tab which heart a guest has pressed, at `now` (ms), until they have signed in. */
export function keepGuestWish({ proId, productName }: WishedPiece, now: number): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ proId, productName, at: now }));
  } catch {
    // Where storage is refused, the heart is to be pressed once more.
  }
}

/** The piece whose heart was pressed at most 15 minutes before `now`. It is forgotten with that. */
export function takeGuestWish(now: number): WishedPiece | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    forgetGuestWish();
    const [proId, productName] = [textAt(kept, 'proId'), textAt(kept, 'productName')];
    const at: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'at') : undefined;
    const fresh = typeof at === 'number' && now >= at && now - at < patienceMs;
    return fresh && proId && productName ? { proId, productName } : undefined;
  } catch {
    return undefined;
  }
}

export function forgetGuestWish(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
