import { min } from 'drizzle-orm';
import { seconds } from '../foundation/clock.ts';
import { createPoller, type Poller, setBackgroundTimer } from '../foundation/jobs/poller.server.ts';
import type { RootShop, Shop } from '../foundation/shop.server.ts';
import { sweepHolds } from './holds.server.ts';
import { holds } from './tables.server.ts';

const pollIntervalMs = seconds(5);

/**
 * Creates the poller that releases expired stock holds. Each hold must be released on time, because the listing index and the
 * response cache react to changed rows, and an expiry alone changes no row. If the next hold expires before the next regular run,
 * a timer starts a run at that time, even if another process created the hold. Several processes may each run a sweeper.
 */
export function createHoldSweeper(shop: RootShop): Poller {
  const poller = createPoller(shop, [['sweep expired holds', sweep]], pollIntervalMs);
  return poller;

  async function sweep(): Promise<void> {
    await sweepHolds(shop);
    const waitMs = await msUntilNextExpiry(shop);
    if (waitMs < pollIntervalMs) setBackgroundTimer(poller.wake, waitMs);
  }
}

/**
 * Returns the time in milliseconds until the next stock hold expires. Returns 0 if a hold has expired, and Infinity if there are
 * no holds.
 */
async function msUntilNextExpiry({ db, clock }: Shop): Promise<number> {
  const [row] = await db.select({ expiresAt: min(holds.expiresAt) }).from(holds);
  if (!row?.expiresAt) return Number.POSITIVE_INFINITY;
  return Math.max(0, row.expiresAt.getTime() - clock.now().getTime());
}
