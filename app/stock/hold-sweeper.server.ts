import { min } from 'drizzle-orm';
import { seconds } from '../foundation/clock.ts';
import { createPoller, type Poller, setBackgroundTimer } from '../foundation/jobs/poller.server.ts';
import type { RootShop, Shop } from '../foundation/shop.server.ts';
import { sweepHolds } from './holds.server.ts';
import { holds } from './tables.server.ts';

const pollIntervalMs = seconds(5);

/**
 * Creates the poller that releases holds when they expire. The end of a hold changes no row, but the listing index and the
 * cached responses follow changes of rows only, so the sweep must not be late. Each run looks one interval ahead, so a hold
 * that another process made is swept on time too. Several processes may each run a sweeper.
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

/** Returns the milliseconds until the next hold expires: 0 if one has expired, and Infinity if there are no holds. */
async function msUntilNextExpiry({ db, clock }: Shop): Promise<number> {
  const [row] = await db.select({ expiresAt: min(holds.expiresAt) }).from(holds);
  if (!row?.expiresAt) return Number.POSITIVE_INFINITY;
  return Math.max(0, row.expiresAt.getTime() - clock.now().getTime());
}
