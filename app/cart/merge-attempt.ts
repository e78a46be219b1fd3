import { asText, stored } from '../foundation/browser/stored.ts';
import { ensureGuestCartKey, type GuestLine, parseGuestCart } from './guest-cart.ts';

/** The lines of a merge request and its key. */
export type MergeAttempt = { key: string; lines: GuestLine[] };

const storedAttempt = stored('tanabana.guestCart.tried', asText);

/**
 * Returns the attempt whose outcome is unknown. The server may have merged its lines, so the attempt must be repeated
 * unchanged before newer lines are sent with another key. Returns undefined if there is no attempt, or if the cart was
 * emptied after the attempt.
 */
export function findMergeAttempt(): MergeAttempt | undefined {
  const [, key, text] = /^(\S+) (.*)$/s.exec(storedAttempt.read() ?? '') ?? [];
  if (key === undefined || text === undefined || key !== ensureGuestCartKey()) return undefined;
  return { key, lines: parseGuestCart(text) };
}

/** Stores an attempt before its request is sent. */
export function storeMergeAttempt(lines: GuestLine[]): MergeAttempt {
  const key = ensureGuestCartKey();
  storedAttempt.write(`${key} ${JSON.stringify(lines)}`);
  return { key, lines };
}

/** Deletes the stored attempt. Called when the outcome is known. */
export function clearMergeAttempt(): void {
  storedAttempt.write(null);
}
