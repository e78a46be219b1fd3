import { rateLimitKey } from './rate-limit-key.server.ts';

/** Rate-limit keys of loopback addresses, which are exempt: a local proxy may send no client address. */
const loopback = new Set(['127.0.0.1', '0:0:0:0::/64']);

/**
 * Limits concurrent requests to `max` per process. While half the slots are taken, an address (IPv6: a /64 network) with a
 * quarter of all slots gets no more, so a flood leaves slots for others. Loopback and unknown addresses are exempt.
 */
export function createConcurrencyLimit(max: number) {
  const slotsByKey = new Map<string, number>();
  let count = 0;

  /** Takes a slot. Returns a function that releases the slot, or undefined if no slot is free for this address. */
  function acquire(address: string): (() => void) | undefined {
    const key = rateLimitKey(address);
    const slots = slotsByKey.get(key) ?? 0;
    const isLimitedPerAddress = key !== 'unknown' && !loopback.has(key);
    if (count >= max || (isLimitedPerAddress && count >= max / 2 && slots >= max / 4)) return undefined;
    count += 1;
    slotsByKey.set(key, slots + 1);
    return () => {
      count -= 1;
      const left = (slotsByKey.get(key) ?? 0) - 1;
      if (left > 0) slotsByKey.set(key, left);
      else slotsByKey.delete(key);
    };
  }

  return { acquire };
}
