import { keyedHash } from '../app/foundation/config/secret.server.ts';
import type { Shop, Tx } from '../app/foundation/shop.server.ts';
import { stepLabels } from '../app/shipping/rules.ts';
import { statusIdOf, writeTime } from '../app/shipping/shiprocket-wire.server.ts';
import { pretendCourierWebhooks, type pretendShipments } from './tables.server.ts';
import { webhookQueue } from './webhooks.server.ts';

/** Returns the key that the pretend courier sends with each webhook. */
export const courierKey = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend courier’s webhook key').toString('hex');

const queue = webhookQueue({
  table: pretendCourierWebhooks,
  path: '/api/hooks/courier',
  headersOf: (shop) => ({ 'x-api-key': courierKey(shop) }),
});

/** Sends up to 20 due webhooks with the courier's key, like Shiprocket. Returns the number of webhooks that the shop accepted. */
export const sendCourierWebhooks = queue.send;

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
  await queue.add(tx, { id: `${awb}-${step}`, body, dueAt: now });
}
