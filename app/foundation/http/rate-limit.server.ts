import { sql } from 'drizzle-orm';
import { minutes } from '../clock.ts';
import { sqlTime } from '../database/columns.server.ts';
import { deleteExpired } from '../database/delete-expired.server.ts';
import type { Shop } from '../shop.server.ts';
import { rateLimits } from '../tables.server.ts';
import { type Problem, tooManyRequestsAfter } from './problem.ts';

/** A rate limit of at most `limit` uses in a period of `seconds`. The first use begins the period. */
export type RateLimit = {
  limit: number;
  seconds: number;
  /**
   * Creates the problem that is thrown instead of `TooManyRequests`. `wait` is the time in seconds until the next use is allowed.
   */
  error?: (wait: number) => Problem;
};

/**
 * Counts one use of a rate-limit bucket, such as `message:203.0.113.7`. Call it outside a transaction, because a rollback would
 * undo the count.
 * @throws TooManyRequests (429), or `error`, if the limit is exceeded
 */
export async function consume(
  shop: Shop,
  bucket: string,
  { limit, seconds, error }: RateLimit,
): Promise<void> {
  const now = shop.clock.now();
  const use = await countUse(shop, bucket, seconds);
  if (use.count > limit) {
    const wait = Math.ceil((use.endsAt.getTime() - now.getTime()) / 1000);
    if (error) throw error(wait);
    throw tooManyRequestsAfter(`Too many attempts. Please try again ${formatWait(now, use.endsAt)}.`, wait);
  }
}

/**
 * Counts one use of a rate-limit bucket without checking a limit. Returns the number of uses in the current period, and the end
 * of the period.
 */
export async function countUse(
  shop: Shop,
  bucket: string,
  seconds: number,
): Promise<{ count: number; endsAt: Date }> {
  const now = shop.clock.now();
  const sqlNow = sqlTime(now);
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const expired = sql`${rateLimits.endsAt} <= ${sqlNow}`;
  const [use] = await shop.db
    .insert(rateLimits)
    .values({ bucket, startedAt: now, endsAt, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
        startedAt: sql`case when ${expired} then ${sqlNow} else ${rateLimits.startedAt} end`,
        endsAt: sql`case when ${expired} then ${sqlTime(endsAt)} else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, endsAt: rateLimits.endsAt });
  if (!use) throw new Error('upsert into rate_limits returned no row');
  // Delete expired buckets, because their names can contain personal data.
  if (use.count === 1) await deleteExpired(shop, rateLimits.bucket, rateLimits.endsAt, now);
  return use;
}

/** Formats the time from `now` until `until`. Examples: `in a minute`, `in 12 minutes`, `in 2 hours`. */
export function formatWait(now: Date, until: Date): string {
  const wholeMinutes = Math.ceil((until.getTime() - now.getTime()) / minutes(1));
  if (wholeMinutes <= 1) return 'in a minute';
  if (wholeMinutes <= 90) return `in ${wholeMinutes} minutes`;
  return `in ${Math.ceil(wholeMinutes / 60)} hours`;
}
