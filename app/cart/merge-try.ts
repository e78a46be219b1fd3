import { storedText } from '../foundation/ui/stored-text.ts';
import { type GuestLine, guestCartName, parseGuestCart } from './guest-cart.ts';

/** A guest's lines on their way to the shop, and the name by which it knows them when they come a second time. */
export type MergeTry = { name: string; lines: GuestLine[] };

const stored = storedText('tanabana.guestCart.tried');

/**
 * The try whose answer was lost: the shop may have these lines or not. They must go again as they were, under the
 * same name, before anything else may; what the guest has put in since goes under another. `undefined` when there
 * is none, or when the cart has been emptied and is another one now.
 */
export function openTry(): MergeTry | undefined {
  const [, name, text] = /^(\S+) (.*)$/s.exec(stored.read() ?? '') ?? [];
  if (name === undefined || text === undefined || name !== guestCartName()) return undefined;
  return { name, lines: parseGuestCart(text) };
}

/** Remembers what is about to be sent. */
export function beginTry(lines: GuestLine[]): MergeTry {
  const name = guestCartName();
  stored.write(`${name} ${JSON.stringify(lines)}`);
  return { name, lines };
}

/** It is known now whether the shop has the lines. */
export function endTry(): void {
  stored.write(null);
}
