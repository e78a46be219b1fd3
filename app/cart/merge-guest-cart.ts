import { currentSession } from '../customers/session.ts';
import { asText, stored } from '../foundation/browser/stored.ts';
import { RequestFailed } from '../foundation/http/api-client.ts';
import { changeIfSameSession, mergeCart, storeCart } from './cart-api.ts';
import type { GuestEntry } from './contract.ts';
import {
  clearGuestCartKey,
  ensureGuestCartKey,
  type GuestLine,
  isSameLine,
  parseGuestCart,
  readGuestCart,
  storeGuestCart,
  withQuantity,
} from './guest-cart.ts';

/**
 * Merges the guest's lines into the customer's cart, in one tab at a time. First repeats a merge whose outcome is unknown, then
 * sends newer lines. Deletes the lines that the server has stored, but keeps lines without a valid size. Rejects with
 * `RequestFailed` on failure.
 */
export async function mergeGuestCart(): Promise<void> {
  await inOneTab(async () => {
    const token = currentSession()?.token;
    const lost = findMergeAttempt();
    if (lost && linesToMerge().length > 0) await sendMerge(token, lost);
    if (!findMergeAttempt() && linesToMerge().length > 0) await sendMerge(token, undefined);
  });
}

const linesToMerge = () => readGuestCart().filter(({ waiting }) => !waiting);

async function sendMerge(token: string | undefined, lost: MergeAttempt | undefined): Promise<void> {
  const merged = await changeIfSameSession(token, async () => {
    const { key, lines } = lost ?? storeMergeAttempt(linesToMerge());
    return { lines, ...(await mergeCart(key, lines)) };
  }).catch((error: unknown) => {
    if (isRefused(error, lost !== undefined)) clearMergeAttempt();
    throw error;
  });
  if (!merged) return;
  const { lines, waiting, ...cart } = merged;
  clearMergeAttempt();
  // Lines that are added after this merge attempt belong to a new cart with its own key.
  clearGuestCartKey();
  storeGuestCart(remainingLines(readGuestCart(), lines, waiting));
  await storeCart(cart, token);
}

/**
 * True if the error proves that the server stored no line. On a retry, only 409 proves this: after another error, such as an
 * expired session, the first merge attempt may have succeeded.
 */
function isRefused(error: unknown, isRetry: boolean): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === 409 || (!isRetry && error.status >= 400 && error.status < 500);
}

/** Returns the lines that stay in this browser: lines and units added after the request was sent, and the lines in `waiting`. */
export function remainingLines(
  stored: readonly GuestLine[],
  sent: readonly GuestLine[],
  waiting: readonly GuestEntry[],
): GuestLine[] {
  const mergedLines = sent.filter((line) => !waiting.some((other) => isSameLine(other, line)));
  return stored.flatMap<GuestLine>((line) => {
    if (waiting.some((other) => isSameLine(other, line))) return [{ ...line, waiting: true }];
    // A line that was sent without a variant may have received its variant during the request.
    const earlier =
      mergedLines.find((other) => isSameLine(other, line)) ??
      mergedLines.find(({ proId, size }) => size === undefined && proId === line.proId);
    if (!earlier) return [line];
    const more = line.quantity - earlier.quantity;
    return more > 0 ? withQuantity([line], line, more) : [];
  });
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  // On insecure origins browsers have no Web Locks. The server's merge keys still prevent a second merge.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('tanabana.guestCart', work);
}

type MergeAttempt = { key: string; lines: GuestLine[] };

const storedAttempt = stored('tanabana.guestCart.tried', asText);

/**
 * Returns the stored merge attempt, whose outcome is unknown. The server may have merged its lines, so it must be repeated
 * unchanged before newer lines are sent with another key. Returns undefined if there is none, or if the cart was emptied
 * afterwards.
 */
function findMergeAttempt(): MergeAttempt | undefined {
  const [, key, text] = /^(\S+) (.*)$/s.exec(storedAttempt.read() ?? '') ?? [];
  if (key === undefined || text === undefined || key !== ensureGuestCartKey()) return undefined;
  return { key, lines: parseGuestCart(text) };
}

/** Stores a merge attempt before its request is sent. */
function storeMergeAttempt(lines: GuestLine[]): MergeAttempt {
  const key = ensureGuestCartKey();
  storedAttempt.write(`${key} ${JSON.stringify(lines)}`);
  return { key, lines };
}

/** Deletes the stored merge attempt. Called when its outcome is known. */
function clearMergeAttempt(): void {
  storedAttempt.write(null);
}
