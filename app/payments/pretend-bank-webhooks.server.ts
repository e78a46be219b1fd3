import { isNull } from 'drizzle-orm';
import { keyedHash } from '../foundation/config/secret.server.ts';
import { leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import { postPretendWebhook, pretendWebhooks } from '../foundation/jobs/pretend-webhooks.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { sign } from './signature.server.ts';
import { pretendBankWebhooks } from './tables.server.ts';

const queue = leaseQueue({
  ...pretendWebhooks,
  table: pretendBankWebhooks,
  key: 'id',
  isOpen: isNull(pretendBankWebhooks.sentAt),
  failure: {
    level: 'warn',
    message: 'failed to deliver a webhook of the pretend bank',
    subject: ({ id }) => ({ webhook: id }),
  },
});

/** Returns the secret that signs the pretend bank's webhooks. */
export const webhookSecret = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend bank’s webhook secret').toString('hex');

type BankEvent = { event: string; payload: Record<string, { entity: Record<string, unknown> }> };

/** Queues a webhook to be sent at `dueAt`. Returns false if a webhook with this id was queued before. */
export async function queueBankWebhook(
  tx: Tx,
  { event, payload }: BankEvent,
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
  const inserted = await tx.db
    .insert(pretendBankWebhooks)
    .values({ id, body, nextTryAt: dueAt })
    .onConflictDoNothing()
    .returning({ id: pretendBankWebhooks.id });
  return inserted.length > 0;
}

/** Sends up to 20 due webhooks, signed like Razorpay's. Returns the number of webhooks that the shop accepted. */
export function sendBankWebhooks(shop: Shop, send: typeof fetch = fetch): Promise<number> {
  return queue.runOnce(shop, async ({ id, body }) => {
    const headers = { 'x-razorpay-signature': sign(webhookSecret(shop), body), 'x-razorpay-event-id': id };
    await postPretendWebhook(shop, send, { path: '/api/payment/webhook/pretend-bank', headers, body });
    return { sentAt: shop.clock.now() };
  });
}
