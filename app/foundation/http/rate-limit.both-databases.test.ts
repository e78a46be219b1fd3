import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { rateLimits } from '../tables.server.ts';
import { consume, formatWait } from './rate-limit.server.ts';

const threePerMinute = { limit: 3, seconds: 60 };

it('allows requests up to the limit of a rate-limit bucket, and then throws `too-many` with the time to wait', async ({
  shop,
}) => {
  for (let use = 0; use < 3; use++) await consume(shop, 'door', threePerMinute);
  await expect(consume(shop, 'door', threePerMinute)).rejects.toMatchObject({
    name: 'too-many',
    status: 429,
    message: 'Too many attempts. Please try again in a minute.',
  });
  await consume(shop, 'other', threePerMinute);
});

it('allows requests again when the period is over, and does not extend the period for rejected requests', async ({
  shop,
}) => {
  for (let use = 0; use < 3; use++) await consume(shop, 'door', threePerMinute);
  shop.clock.advance(20_500);
  await expect(consume(shop, 'door', threePerMinute)).rejects.toMatchObject({ status: 429, retryAfter: 40 });
  shop.clock.advance(38_500);
  await expect(consume(shop, 'door', threePerMinute)).rejects.toMatchObject({ status: 429, retryAfter: 1 });
  shop.clock.advance(1000);
  await consume(shop, 'door', threePerMinute);
});

it('deletes expired rate-limit buckets', async ({ shop }) => {
  await consume(shop, 'message:203.0.113.7', threePerMinute);
  shop.clock.advance(60_000);
  await consume(shop, 'other', threePerMinute);
  const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
  expect(buckets).toEqual([{ bucket: 'other' }]);
});

it('counts every one of several concurrent requests', async ({ ownShop }) => {
  const uses = await Promise.allSettled(
    Array.from({ length: 8 }, () => consume(ownShop, 'door', threePerMinute)),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

it.for([
  ['10:00:01', 'in a minute'],
  ['10:01:00', 'in a minute'],
  ['10:01:01', 'in 2 minutes'],
  ['10:11:30', 'in 12 minutes'],
  ['11:30:00', 'in 90 minutes'],
  ['11:30:01', 'in 2 hours'],
  ['12:00:00', 'in 2 hours'],
  ['12:30:00', 'in 3 hours'],
] as const)('formats the time from 10:00 until %s as "%s"', ([until, text]) => {
  const at = (time: string) => new Date(`2026-11-21T${time}Z`);
  expect(formatWait(at('10:00:00'), at(until))).toBe(text);
});
