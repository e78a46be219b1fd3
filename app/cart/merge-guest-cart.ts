import { currentSession } from '../customers/session.ts';
import { RequestFailed } from '../foundation/http/api-client.ts';
import { mergeCart } from './cart-api.ts';
import { changeForSession, showCart } from './change-cart.ts';
import type { GuestEntry } from './contract.ts';
import {
  clearGuestCartKey,
  type GuestLine,
  isSameLine,
  readGuestCart,
  storeGuestCart,
  withQuantity,
} from './guest-cart.ts';
import {
  clearMergeAttempt,
  findMergeAttempt,
  type MergeAttempt,
  startMergeAttempt,
} from './merge-attempt.ts';

/**
 * Brings the guest's lines into the shopper's cart, once: only one tab does it at a time, and the shop knows the
 * guest cart by its name. They leave this browser when the shop has them; rejects with `RequestFailed` before. A try
 * whose answer was lost is made again first, as it was; then comes what the guest has put in since.
 */
export async function mergeGuestCart(): Promise<void> {
  await alone(async () => {
    const token = currentSession()?.token;
    const lost = findMergeAttempt();
    if (lost && comingAlong().length > 0) await bring(token, lost);
    if (!findMergeAttempt() && comingAlong().length > 0) await bring(token, undefined);
  });
}

const comingAlong = () => readGuestCart().filter(({ waiting }) => !waiting);

async function bring(token: string | undefined, lost: MergeAttempt | undefined): Promise<void> {
  const merged = await changeForSession(token, async () => {
    const { key, lines } = lost ?? startMergeAttempt(comingAlong());
    return { lines, ...(await mergeCart(key, lines)) };
  }).catch((error: unknown) => {
    if (isRefused(error, lost !== undefined)) clearMergeAttempt();
    throw error;
  });
  if (!merged) return;
  const { lines, waiting, ...cart } = merged;
  clearMergeAttempt();
  // What is put in from now on is another cart, which may be brought over as well.
  clearGuestCartKey();
  storeGuestCart(remainingLines(readGuestCart(), lines, waiting));
  await showCart(cart, token);
}

/**
 * True when the shop certainly has none of the lines. A second try may be refused for a reason of its own, such as a
 * session that has ended, after the first has succeeded; but it is not full of what it has already.
 */
function isRefused(error: unknown, isSecond: boolean): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === 409 || (!isSecond && error.status >= 400 && error.status < 500);
}

/** What stays in this browser: what came in since, also as more of a line, and what waits for its size. */
export function remainingLines(
  stored: readonly GuestLine[],
  sent: readonly GuestLine[],
  waiting: readonly GuestEntry[],
): GuestLine[] {
  const brought = sent.filter((line) => !waiting.some((one) => isSameLine(one, line)));
  return stored.flatMap<GuestLine>((line) => {
    if (waiting.some((one) => isSameLine(one, line))) return [{ ...line, waiting: true }];
    // A line that went without its variant may have learnt it since.
    const earlier =
      brought.find((one) => isSameLine(one, line)) ??
      brought.find(({ proId, size }) => size === undefined && proId === line.proId);
    if (!earlier) return [line];
    const more = line.quantity - earlier.quantity;
    return more > 0 ? withQuantity([line], line, more) : [];
  });
}

async function alone(work: () => Promise<void>): Promise<void> {
  // Where the page is not on a secure address there are no locks; the shop's own memory of names must do.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('tanabana.guestCart', work);
}
