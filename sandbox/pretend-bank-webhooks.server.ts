import { keyedHash } from '../app/foundation/config/secret.server.ts';
import type { Shop, Tx } from '../app/foundation/shop.server.ts';
import { sign } from '../app/payments/signature.server.ts';
import { pretendBankWebhooks } from './tables.server.ts';
import { webhookQueue } from './webhooks.server.ts';

/** Returns the secret that signs the pretend bank's webhooks. */
export const webhookSecret = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend bank’s webhook secret').toString('hex');

const queue = webhookQueue({
  table: pretendBankWebhooks,
  path: '/api/payment/webhook/pretend-bank',
  headersOf: (shop, { id, body }) => ({
    'x-razorpay-signature': sign(webhookSecret(shop), body),
    'x-razorpay-event-id': id,
  }),
});

/** Sends up to 20 due webhooks, signed like Razorpay's. Returns the number of webhooks that the shop accepted. */
export const sendBankWebhooks = queue.send;

type BankEvent = { event: string; payload: Record<string, { entity: Record<string, unknown> }> };

/** Queues a webhook to be sent at `dueAt`. Returns false if a webhook with this id was queued before. */
export function queueBankWebhook(
  tx: Tx,
  { event, payload }: BankEvent,
  { id, dueAt }: { id: string; dueAt: Date },
): Promise<boolean> {
  const created_at = Math.floor(tx.clock.now().getTime() / 1000);
  const contains = Object.keys(payload);
  const body = JSON.stringify({ entity: 'event', event, contains, payload, created_at });
  return queue.add(tx, { id, body, dueAt });
}
