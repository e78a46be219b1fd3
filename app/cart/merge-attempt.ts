import { storedText } from '../foundation/ui/stored-text.ts';
import { type GuestLine, guestCartKey, parseGuestCart } from './guest-cart.ts';

/** A guest's lines on their way to the shop, and the name by which it knows them when they come a second time. */
export type MergeAttempt = { key: string; lines: GuestLine[] };

const stored = storedText('tanabana.guestCart.tried');

/**
 * The try whose answer was lost: the shop may have these lines or not. They must go again as they were, under the
 * same name, before anything else may; what the guest has put in since goes under another. `undefined` when there
 * is none, or when the cart has been emptied and is another one now.
 */
export function findMergeAttempt(): MergeAttempt | undefined {
  const [, key, text] = /^(\S+) (.*)$/s.exec(stored.read() ?? '') ?? [];
  if (key === undefined || text === undefined || key !== guestCartKey()) return undefined;
  return { key, lines: parseGuestCart(text) };
}

/** Remembers what is about to be sent. */
export function startMergeAttempt(lines: GuestLine[]): MergeAttempt {
  const key = guestCartKey();
  stored.write(`${key} ${JSON.stringify(lines)}`);
  return { key, lines };
}

/** It is known now whether the shop has the lines. */
export function clearMergeAttempt(): void {
  stored.write(null);
}
