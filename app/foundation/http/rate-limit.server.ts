import { sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { rateLimits } from '../tables.server.ts';
import { type Problem, tooManyRequests } from './problem.ts';

/** At most `limit` uses in `seconds`, counted from the first one. */
export type RateLimit = {
  limit: number;
  seconds: number;
  /** What is thrown in place of the usual words; `wait` seconds from now there is a use again. */
  error?: (wait: number) => Problem;
};

/**
 * Counts one use of `bucket`, such as `message:203.0.113.7`, and throws TooMany, which says when to come back,
 * if that is more than allowed. One statement counts, so that uses at the same moment are all seen. Call it
 * before a transaction: a count that is rolled back allows too much.
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
    throw tooManyRequests(`That was a lot at once. Please try again ${formatWait(now, use.endsAt)}.`, wait);
  }
}

/** Counts one use of `bucket` and refuses none. Returns the uses of this period of `seconds`, and when it ends. */
export async function countUse(
  shop: Shop,
  bucket: string,
  seconds: number,
): Promise<{ count: number; endsAt: Date }> {
  const now = shop.clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const ended = sql`${rateLimits.endsAt} <= ${at}`;
  const [use] = await shop.db
    .insert(rateLimits)
    .values({ bucket, startedAt: now, endsAt, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`case when ${ended} then 1 else ${rateLimits.count} + 1 end`,
        startedAt: sql`case when ${ended} then ${at} else ${rateLimits.startedAt} end`,
        endsAt: sql`case when ${ended} then ${endsAt.toISOString()}::timestamptz else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, endsAt: rateLimits.endsAt });
  if (!use) throw new Error('An allowance was counted, but the database gave no row back.');
  if (use.count === 1) await forgetEnded(shop, now);
  return use;
}

/** Buckets may name a person's address, so none is kept when it no longer counts. */
async function forgetEnded(shop: Shop, now: Date): Promise<void> {
  // Rows that another transaction is counting are skipped: two that forget at once never wait for each other.
  const ended = sql`select ${rateLimits.bucket} from ${rateLimits}
    where ${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db.delete(rateLimits).where(sql`${rateLimits.bucket} = any(array(${ended}))`);
}

/** `in a minute`, `in 12 minutes`, `in 2 hours`. */
export function formatWait(now: Date, until: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
  if (minutes <= 1) return 'in a minute';
  if (minutes <= 90) return `in ${minutes} minutes`;
  return `in ${Math.ceil(minutes / 60)} hours`;
}
