import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { rateLimits } from '../tables.server.ts';
import { consume } from './rate-limit.server.ts';

const threeAMinute = { limit: 3, seconds: 60 };

it('allows as much as the limit and says when to come back', async ({ shop }) => {
  for (let use = 0; use < 3; use++) await consume(shop, 'door', threeAMinute);
  await expect(consume(shop, 'door', threeAMinute)).rejects.toMatchObject({
    name: 'too-many',
    status: 429,
    message: 'That was a lot at once. Please try again in a minute.',
  });
});

it('one who is refused may come back when the time is over, however often they tried', async ({ shop }) => {
  for (let use = 0; use < 3; use++) await consume(shop, 'door', threeAMinute);
  shop.clock.advance(20_500);
  await expect(consume(shop, 'door', threeAMinute)).rejects.toMatchObject({ status: 429, retryAfter: 40 });
  shop.clock.advance(38_500);
  await expect(consume(shop, 'door', threeAMinute)).rejects.toMatchObject({ status: 429, retryAfter: 1 });
  shop.clock.advance(1000);
  await consume(shop, 'door', threeAMinute);
});

it('counts each bucket for itself', async ({ shop }) => {
  for (let use = 0; use < 3; use++) await consume(shop, 'one', threeAMinute);
  await consume(shop, 'other', threeAMinute);
});

it('forgets buckets that no longer count', async ({ shop }) => {
  await consume(shop, 'message:203.0.113.7', threeAMinute);
  shop.clock.advance(60_000);
  await consume(shop, 'other', threeAMinute);
  const stored = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
  expect(stored).toEqual([{ bucket: 'other' }]);
});

it('uses at the same moment are all counted', async ({ ownShop }) => {
  const uses = await Promise.allSettled(
    Array.from({ length: 8 }, () => consume(ownShop, 'door', threeAMinute)),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
