import { and, asc, isNull, lt, sql } from 'drizzle-orm';
import { ownAddress } from '../foundation/config/config.server.ts';
import { keyedHash } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { stepLabels } from './rules.ts';
import { statusIdOf, writeTime } from './shiprocket-wire.server.ts';
import { pretendCourierWebhooks, type pretendShipments } from './tables.server.ts';

const second = 1000;
const minute = 60 * second;
/** How long the courier waits after the first, second, … try that failed. After one more it gives up. */
const waits = [10 * second, minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
const leaseMs = minute;
const longestCallMs = 5 * second;
const eventsPerRun = 20;

/** What the pretend courier shows with each webhook. */
export const courierKey = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend courier’s webhook key').toString('hex');

/** Writes down what the courier will tell the shop of a parcel's step: once of each. */
export async function queueCourierWebhook(
  tx: Shop,
  { awb, number, direction, step }: Omit<typeof pretendShipments.$inferSelect, 'createdAt' | 'cancelledAt'>,
): Promise<void> {
  const now = tx.clock.now();
  const [text, statusId] = [stepLabels[step], statusIdOf[step]];
  const [date = '', time = ''] = writeTime(now).split(' ');
  const body = JSON.stringify({
    awb,
    courier_name: 'Pretend Courier',
    current_status: text,
    current_status_id: statusId,
    shipment_status: text,
    shipment_status_id: statusId,
    current_timestamp: `${date.split('-').toReversed().join(' ')} ${time}`,
    order_id: `${number}_1`,
    is_return: direction === 'back' ? 1 : 0,
    scans: [
      {
        date: writeTime(now),
        activity: text,
        location: 'Jaipur',
        'sr-status': String(statusId),
        'sr-status-label': text,
      },
    ],
  });
  await tx.db
    .insert(pretendCourierWebhooks)
    .values({ id: `${awb}-${step}`, body, dueAt: now })
    .onConflictDoNothing();
}

/**
 * Tells the shop, as Shiprocket would: with its key, by HTTP at the shop's own address, again and again until it is heard.
 * Answers how many webhooks were heard. `send` stands in for the network in tests.
 */
export async function sendCourierWebhooks(shop: Shop, send: typeof fetch = fetch): Promise<number> {
  let heard = 0;
  for (let taken = 0; taken < eventsPerRun; taken++) {
    const event = await claimDue(shop);
    if (!event) break;
    const { id, body, tries } = event;
    const now = shop.clock.now();
    const isHeard = await tell(shop, send, body);
    if (isHeard) heard++;
    const after = isHeard ? { sentAt: now } : { dueAt: new Date(now.getTime() + (waits[tries - 1] ?? 0)) };
    await shop.db
      .update(pretendCourierWebhooks)
      .set(after)
      .where(sql`${pretendCourierWebhooks.id} = ${id} and ${pretendCourierWebhooks.tries} = ${tries}`);
  }
  return heard;
}

/** Takes the news that have waited longest, and leases them; other processes skip them meanwhile. */
async function claimDue(shop: Shop) {
  const now = shop.clock.now();
  const due = shop.db
    .select({ id: pretendCourierWebhooks.id })
    .from(pretendCourierWebhooks)
    .where(
      and(
        isNull(pretendCourierWebhooks.sentAt),
        lt(pretendCourierWebhooks.tries, waits.length + 1),
        sql`${pretendCourierWebhooks.dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(pretendCourierWebhooks.dueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await shop.db
    .update(pretendCourierWebhooks)
    .set({ tries: sql`${pretendCourierWebhooks.tries} + 1`, dueAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${pretendCourierWebhooks.id} = (${due})`)
    .returning();
  return taken;
}

async function tell(shop: Shop, send: typeof fetch, body: string): Promise<boolean> {
  try {
    const response = await send(`${ownAddress(shop.config)}/api/hooks/courier`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': courierKey(shop) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(longestCallMs),
    });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    shop.log.warn({ err: error }, 'the shop did not hear the pretend courier');
    return false;
  }
}
