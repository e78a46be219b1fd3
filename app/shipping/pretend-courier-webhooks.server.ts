import { isNull } from 'drizzle-orm';
import { keyedHash } from '../foundation/config/secret.server.ts';
import { leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import { postPretendWebhook, pretendWebhooks } from '../foundation/jobs/pretend-webhooks.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { stepLabels } from './rules.ts';
import { statusIdOf, writeTime } from './shiprocket-wire.server.ts';
import { pretendCourierWebhooks, type pretendShipments } from './tables.server.ts';

const queue = leaseQueue({
  ...pretendWebhooks,
  table: pretendCourierWebhooks,
  key: 'id',
  isOpen: isNull(pretendCourierWebhooks.sentAt),
  failure: {
    level: 'warn',
    message: 'failed to deliver a pretend courier webhook',
    subject: ({ id }) => ({ webhook: id }),
  },
});

/** Returns the key that the pretend courier sends with each webhook. */
export const courierKey = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend courier’s webhook key').toString('hex');

/** Queues the webhook about the shipment's current step. Does nothing if this step's webhook was queued before. */
export async function queueCourierWebhook(
  tx: Tx,
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
    .values({ id: `${awb}-${step}`, body, nextTryAt: now })
    .onConflictDoNothing();
}

/**
 * Sends up to 20 due webhooks with the courier's key, like Shiprocket. Returns the number of webhooks that the shop accepted.
 */
export function sendCourierWebhooks(shop: Shop, send: typeof fetch = fetch): Promise<number> {
  return queue.runOnce(shop, async ({ body }) => {
    const headers = { 'x-api-key': courierKey(shop) };
    await postPretendWebhook(shop, send, { path: '/api/hooks/courier', headers, body });
    return { sentAt: shop.clock.now() };
  });
}
