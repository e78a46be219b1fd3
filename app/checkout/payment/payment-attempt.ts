import { personalKeys, readTabJson, storeInTab } from '../../customers/tab-storage.ts';
import { textAt } from '../../foundation/http/api-client.ts';

/**
 * One attempt to order. Its key makes the shop answer the same order however often it is asked: by two clicks, after a
 * lost answer, after a reload. It holds as long as the wish is the same and has had no outcome.
 */
export type Attempt = {
  key: string;
  /** The wish's own short name: another form, cart or way of paying has another one. */
  wish: string;
  /** The order that waits for its payment. */
  orderId?: string;
  /** True once the bank has signed for it, whatever the shop has heard since. */
  isPaid?: boolean;
};

export function currentAttempt(): Attempt | undefined {
  const stored = readTabJson(personalKeys.attempt);
  const [key, wish, orderId] = [textAt(stored, 'key'), textAt(stored, 'wish'), textAt(stored, 'orderId')];
  const isPaid = textAt(stored, 'paid') === 'yes';
  return key && wish ? { key, wish, isPaid, ...(orderId ? { orderId } : {}) } : undefined;
}

/** The attempt for this wish: the one that is under way, or a new one. */
export function attemptFor(wish: string): Attempt {
  const name = nameOf(wish);
  const attempt = currentAttempt();
  return attempt?.wish === name ? attempt : storeAttempt({ key: newKey(), wish: name });
}

export function storeAttempt(attempt: Attempt): Attempt {
  storeInTab(personalKeys.attempt, JSON.stringify({ ...attempt, paid: attempt.isPaid ? 'yes' : 'no' }));
  return attempt;
}

/** The attempt has had its outcome: the next press is another one. */
export function clearAttempt(): void {
  storeInTab(personalKeys.attempt, null);
}

const hex = (numbers: Iterable<number>) =>
  [...numbers].map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('');

function newKey(): string {
  return hex(crypto.getRandomValues(new Uint32Array(4)));
}

/** Short, so that no address lies about in the storage: two FNV-1a sums, one of them backwards. */
function nameOf(wish: string): string {
  const sum = (text: Iterable<string>) => {
    let hash = 0x811c9dc5;
    for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
    return hash;
  };
  return hex([sum(wish), sum([...wish].reverse())]);
}
