import { currentSession } from '../customers/session.ts';
import { mergeCart } from './calls.ts';
import { changeInTurn, showAnswered } from './change-own-cart.ts';
import type { GuestEntry } from './contract.ts';
import {
  forgetGuestCartName,
  type GuestLine,
  guestCartName,
  isSameLine,
  keepGuestCart,
  readGuestCart,
} from './guest-cart.ts';

/**
 * Brings the guest's lines into the shopper's cart, once: only one tab does it at a time, and the shop knows the
 * guest cart by its name. They leave this browser when the shop has them; rejects with `CallFailed` before.
 */
export async function mergeGuestCart(): Promise<void> {
  await alone(async () => {
    const token = currentSession()?.token;
    const lines = readGuestCart().filter(({ waiting }) => !waiting);
    if (!token || lines.length === 0) return;
    const { waiting, ...cart } = await changeInTurn(() => mergeCart(guestCartName(), lines));
    // What is put in from now on is another cart, which may be brought over as well.
    forgetGuestCartName();
    keepGuestCart(leftAfter(readGuestCart(), lines, waiting));
    await showAnswered(cart, token);
  });
}

/** What stays in this browser: what came in meanwhile, and what waits for its size. */
export function leftAfter(
  kept: readonly GuestLine[],
  sent: readonly GuestLine[],
  waiting: readonly GuestEntry[],
): GuestLine[] {
  return kept.flatMap<GuestLine>((line) => {
    if (waiting.some((one) => isSameLine(one, line))) return [{ ...line, waiting: true }];
    return sent.some((one) => isSameLine(one, line)) ? [] : [line];
  });
}

async function alone(work: () => Promise<void>): Promise<void> {
  // Where the page is not on a secure address there are no locks; the shop's own memory of names must do.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('tanabana.guestCart', work);
}
