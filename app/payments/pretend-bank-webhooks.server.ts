import { and, asc, isNull, lt, sql } from 'drizzle-orm';
import { ownAddress } from '../foundation/config/config.server.ts';
import { keyedHash } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { sign } from './signature.server.ts';
import { pretendBankWebhooks } from './tables.server.ts';

const second = 1000;
const minute = 60 * second;
/** How long the bank waits after the first, second, … try that failed. After one more it gives up, as a real one does after a day. */
const waits = [10 * second, minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
const leaseMs = minute;
const longestCallMs = 5 * second;
const eventsPerRun = 20;

/** What the bank signs webhooks with. */
export const webhookSecret = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend bank’s webhook secret').toString('hex');

type News = { event: string; payload: Record<string, { entity: Record<string, unknown> }> };

/** Writes down what the bank will tell the shop from `dueAt` on. False when it was written down before under this id. */
export async function queueBankWebhook(
  tx: Shop,
  { event, payload }: News,
  { id, dueAt }: { id: string; dueAt: Date },
): Promise<boolean> {
  const created_at = Math.floor(tx.clock.now().getTime() / 1000);
  const body = JSON.stringify({
    entity: 'event',
    event,
    contains: Object.keys(payload),
    payload,
    created_at,
  });
  const written = await tx.db
    .insert(pretendBankWebhooks)
    .values({ id, body, dueAt })
    .onConflictDoNothing()
    .returning({ id: pretendBankWebhooks.id });
  return written.length > 0;
}

/**
 * Tells the shop, as Razorpay would: signed, by HTTP at the shop's own address, again and again until it is heard.
 * Answers how many webhooks were heard. `send` stands in for the network in tests.
 */
export async function sendBankWebhooks(shop: Shop, send: typeof fetch = fetch): Promise<number> {
  let heard = 0;
  for (let taken = 0; taken < eventsPerRun; taken++) {
    const event = await claimDue(shop);
    if (!event) break;
    const { id, body, tries } = event;
    if (await tell(shop, send, { id, body })) {
      heard++;
      await shop.db
        .update(pretendBankWebhooks)
        .set({ sentAt: shop.clock.now() })
        .where(sql`${pretendBankWebhooks.id} = ${id}`);
    } else {
      const wait = waits[tries - 1] ?? 0;
      await shop.db
        .update(pretendBankWebhooks)
        .set({ dueAt: new Date(shop.clock.now().getTime() + wait) })
        .where(sql`${pretendBankWebhooks.id} = ${id} and ${pretendBankWebhooks.tries} = ${tries}`);
    }
  }
  return heard;
}

/** Takes the news that has waited longest, and leases it; other processes skip it meanwhile. */
async function claimDue(shop: Shop) {
  const now = shop.clock.now();
  const due = shop.db
    .select({ id: pretendBankWebhooks.id })
    .from(pretendBankWebhooks)
    .where(
      and(
        isNull(pretendBankWebhooks.sentAt),
        lt(pretendBankWebhooks.tries, waits.length + 1),
        sql`${pretendBankWebhooks.dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(pretendBankWebhooks.dueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await shop.db
    .update(pretendBankWebhooks)
    .set({ tries: sql`${pretendBankWebhooks.tries} + 1`, dueAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${pretendBankWebhooks.id} = (${due})`)
    .returning();
  return taken;
}

async function tell(
  shop: Shop,
  send: typeof fetch,
  { id, body }: { id: string; body: string },
): Promise<boolean> {
  try {
    const response = await send(`${ownAddress(shop.config)}/api/payment/webhook/pretend-bank`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(webhookSecret(shop), body),
        'x-razorpay-event-id': id,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(longestCallMs),
    });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    shop.log.warn({ webhook: id, err: error }, 'the shop did not hear the pretend bank');
    return false;
  }
}
