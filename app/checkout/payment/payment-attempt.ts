import { storedAttempt } from '../../customers/tab-storage.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { textAt } from '../../foundation/parse-json.ts';

/** An order attempt: one try to place an order, stored in the tab. Its key makes requests idempotent, also after a reload. */
type Attempt = {
  key: string;
  /** Hash of the order input: customer, form, cart and payment method. */
  inputHash: string;
  /** Id of the pending order. */
  orderId?: string;
  /** True after the bank has reported a signed payment, until the server has stored or rejected the payment. */
  isReportedPaid?: boolean;
};

export function currentAttempt(): Attempt | undefined {
  const json = storedAttempt.read();
  const [key, inputHash, orderId] = [textAt(json, 'key'), textAt(json, 'wish'), textAt(json, 'orderId')];
  const isReportedPaid = textAt(json, 'paid') === 'yes';
  return key && inputHash ? { key, inputHash, isReportedPaid, ...(orderId ? { orderId } : {}) } : undefined;
}

/** Returns the current order attempt if it is for the same order input. Otherwise stores and returns a new order attempt. */
export function attemptFor(input: string): Attempt {
  const hash = hashOf(input);
  const attempt = currentAttempt();
  if (attempt?.inputHash === hash) return attempt;
  return storeAttempt({ key: hex(crypto.getRandomValues(new Uint32Array(4))), inputHash: hash });
}

export function storeAttempt(attempt: Attempt): Attempt {
  const { key, inputHash, orderId, isReportedPaid } = attempt;
  // The stored name of the hash is `wish`, so that a tab that was open before an upgrade finds its order attempt.
  storedAttempt.write({ key, wish: inputHash, orderId, paid: isReportedPaid ? 'yes' : 'no' });
  return attempt;
}

/** Changes the stored order attempt, if there is one. */
export function changeAttempt(change: Partial<Attempt>): void {
  const attempt = currentAttempt();
  if (attempt) storeAttempt({ ...attempt, ...change });
}

/**
 * Calls `send` with the key of the order attempt for this input. Calls it again with a new key after `order-closed` or
 * `key-reused`.
 */
export async function withKey<T>(
  { userId, details }: { userId: string; details: object },
  send: (key: string) => Promise<T>,
): Promise<T> {
  // Exclude `saveAddress` from the hash. If a first request has saved the address but its response was lost, the page no longer
  // offers to save the address. The repeated request must still get the same key.
  const input = JSON.stringify([userId, { ...details, saveAddress: undefined }]);
  try {
    return await send(attemptFor(input).key);
  } catch (error) {
    if (!(error instanceof RequestFailed) || !['order-closed', 'key-reused'].includes(error.problem))
      throw error;
    clearAttempt();
    return send(attemptFor(input).key);
  }
}

/** Deletes the stored order attempt, so that the next order gets a new key. */
export function clearAttempt(): void {
  storedAttempt.write(undefined);
}

const hex = (numbers: Iterable<number>) =>
  [...numbers].map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('');

/**
 * Hashes the order input, so that no readable address is stored. Joins the FNV-1a hashes of the text and of the reversed text.
 */
function hashOf(input: string): string {
  const sum = (text: Iterable<string>) => {
    let hash = 0x811c9dc5;
    for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
    return hash;
  };
  return hex([sum(input), sum([...input].reverse())]);
}
