import { rateLimitKey } from './rate-limit-key.server.ts';

/**
 * Rate-limit keys of loopback addresses. Requests from them have no limit per address, because a local proxy may not send the
 * client's address.
 */
const loopback = new Set(['127.0.0.1', '0:0:0:0::/64']);

/**
 * Limits concurrent requests to `max` per process. If half of the slots are taken, a client address (IPv6: a /64 network) gets at
 * most a quarter of all slots. A flood of requests from one address then leaves slots for others. The limit per address does not
 * apply to loopback and unknown addresses.
 */
export function createConcurrencyLimit(max: number) {
  const slotsByKey = new Map<string, number>();
  let count = 0;

  /** Takes a slot. Returns a function that releases the slot. Returns undefined if no slot is free for this address. */
  function acquire(address: string): (() => void) | undefined {
    const key = rateLimitKey(address);
    const slots = slotsByKey.get(key) ?? 0;
    const isLimitedPerAddress = key !== 'unknown' && !loopback.has(key);
    if (count >= max || (isLimitedPerAddress && count >= max / 2 && slots >= max / 4)) return undefined;
    count += 1;
    slotsByKey.set(key, slots + 1);
    return () => {
      count -= 1;
      const slotsLeft = (slotsByKey.get(key) ?? 0) - 1;
      if (slotsLeft > 0) slotsByKey.set(key, slotsLeft);
      else slotsByKey.delete(key);
    };
  }

  return { acquire };
}
