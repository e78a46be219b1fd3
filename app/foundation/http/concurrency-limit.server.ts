import { rateLimitKey } from './rate-limit-key.server.ts';

/** This machine itself: behind a proxy that tells nobody's address, everybody comes from here. */
const here = new Set(['127.0.0.1', '0:0:0:0::/64']);

/**
 * Answers may be under way `all` at once. While more than half of these places are taken, one network address has no
 * more than a quarter: a flood from one leaves room for the others, and thousands who share an address and only look
 * around are never refused for it. Counted in memory, by each process for itself.
 */
export function createConcurrencyLimit(max: number) {
  const taken = new Map<string, number>();
  let count = 0;

  /** Answers how to leave the place again; `undefined` when there is none. */
  function acquire(address: string): (() => void) | undefined {
    const bucket = rateLimitKey(address);
    const own = taken.get(bucket) ?? 0;
    const isKnown = bucket !== 'unknown' && !here.has(bucket);
    if (count >= max || (isKnown && count >= max / 2 && own >= max / 4)) return undefined;
    count += 1;
    taken.set(bucket, own + 1);
    return () => {
      count -= 1;
      const left = (taken.get(bucket) ?? 0) - 1;
      if (left > 0) taken.set(bucket, left);
      else taken.delete(bucket);
    };
  }

  return { acquire };
}
