import { afterEach, beforeEach, expect, vi } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { holdStock } from '../../tests/fixtures/holds.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { createHoldSweeper } from './hold-sweeper.server.ts';
import { readStockLevels } from './stock.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const holdFor = (shop: TestShop, variantId: string, ms: number) =>
  holdStock(shop, [{ variantId, count: 1 }], {
    holder: `order of ${variantId}`,
    owner: variantId,
    expiresAt: new Date(shop.clock.now().getTime() + ms),
  });

const heldUnits = async (shop: TestShop) =>
  (await readStockLevels(shop, [gulnar, stole])).map(({ held }) => held);

/** Advances the shop's clock and the fake timers. */
async function pass(shop: TestShop, ms: number) {
  shop.clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
}

it('the hold sweeper releases a stock hold when the hold expires, not at the next poll', async ({
  ownShop,
}) => {
  await holdFor(ownShop, gulnar, 3000);
  await holdFor(ownShop, stole, 60_000);
  const sweeper = createHoldSweeper(ownShop);
  sweeper.start();
  await vi.advanceTimersByTimeAsync(0);
  await sweeper.runOnce();
  await pass(ownShop, 3000);
  await expect.poll(() => heldUnits(ownShop), { interval: 1 }).toEqual([0, 1]);
  await sweeper.stop();
});
