import { storedText } from '../foundation/ui/stored-text.ts';
import { type GuestLine, guestCartKey, parseGuestCart } from './guest-cart.ts';

/** The lines of a merge request and its key. */
export type MergeAttempt = { key: string; lines: GuestLine[] };

const stored = storedText('tanabana.guestCart.tried');

/**
 * Returns the attempt whose response was lost, so that the server may have its lines. It must be repeated unchanged, with
 * the same key, before lines added since are sent with another key. Returns undefined if there is none, or if the cart was
 * emptied since.
 */
export function findMergeAttempt(): MergeAttempt | undefined {
  const [, key, text] = /^(\S+) (.*)$/s.exec(stored.read() ?? '') ?? [];
  if (key === undefined || text === undefined || key !== guestCartKey()) return undefined;
  return { key, lines: parseGuestCart(text) };
}

/** Stores an attempt before it is sent. */
export function startMergeAttempt(lines: GuestLine[]): MergeAttempt {
  const key = guestCartKey();
  stored.write(`${key} ${JSON.stringify(lines)}`);
  return { key, lines };
}

/** Deletes the attempt when its outcome is known. */
export function clearMergeAttempt(): void {
  stored.write(null);
}
