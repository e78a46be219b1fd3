import { randomInt } from 'node:crypto';
import { asc, eq, like, type SQL } from 'drizzle-orm';
import { dateInIndia, days } from '../app/foundation/clock.ts';
import { keyedHash } from '../app/foundation/config/secret.server.ts';
import { inTransaction, type Shop, type Tx } from '../app/foundation/shop.server.ts';
import { NoSuchShipment, type ShipmentStep, StepNotForward } from '../app/shipping/contract.ts';
import { type BookedShipment, type Courier, CourierRejected } from '../app/shipping/courier.ts';
import { hasStep, isForward, stepLabels } from '../app/shipping/rules.ts';
import {
  readCourierEvent,
  readWebhook,
  statusIdOf,
  writeTime,
} from '../app/shipping/shiprocket-wire.server.ts';
import { pretendCourierWebhooks, pretendShipments } from './tables.server.ts';
import { webhookQueue } from './webhooks.server.ts';

const deliveryDays = 4;

export type PretendShipment = typeof pretendShipments.$inferSelect;

/**
 * A simulated courier that stores its shipments in the shop's database. It books shipments, rejects requests and sends webhooks
 * like Shiprocket.
 */
export function pretendCourier(shop: Shop): Courier {
  return {
    name: 'pretend',
    book: async (input, saveProgress) => {
      const { awb } = await bookPretendShipment(shop, input);
      await saveProgress({
        awb,
        courierOrderId: awb,
        courierShipmentId: awb,
        carrier: 'Pretend Courier',
        trackUrl: `${shop.config.publicUrl}/pretend-courier/${awb}`,
        expectedOn: dateInIndia(new Date(shop.clock.now().getTime() + days(deliveryDays))),
      });
    },
    cancel: ({ details: shipment }) => cancelPretendShipment(shop, shipment.number),
    track: async ({ awb, number }) => {
      const webhooks = await shop.db
        .select({ body: pretendCourierWebhooks.body })
        .from(pretendCourierWebhooks)
        .where(like(pretendCourierWebhooks.id, `${awb}-%`))
        .orderBy(asc(pretendCourierWebhooks.nextTryAt));
      const scans = webhooks.flatMap(({ body }) => readCourierEvent(body)?.scans ?? []);
      return scans.length > 0 ? { awb, number, scans, expectedOn: null } : undefined;
    },
    readWebhook: (body, headers) => readWebhook([courierKey(shop)], body, headers),
    readEvent: readCourierEvent,
  };
}

export const courierKey = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend courier’s webhook key').toString('hex');

const queue = webhookQueue({
  table: pretendCourierWebhooks,
  path: '/api/hooks/courier',
  headersOf: (shop) => ({ 'x-api-key': courierKey(shop) }),
});

/**
 * Sends up to 20 due webhooks with the key that identifies the courier, like Shiprocket. Returns the number of webhooks that the
 * shop accepted.
 */
export const sendCourierWebhooks = queue.send;

/** Queues the webhook about the shipment's current step. Does nothing if the webhook of this step has been queued before. */
async function queueCourierWebhook(tx: Tx, { awb, number, direction, step }: PretendShipment): Promise<void> {
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

/** Books a shipment. Idempotent per shipment number. @throws CourierRejected if the shipment with this number is cancelled */
async function bookPretendShipment(
  shop: Shop,
  { details: shipment, direction }: BookedShipment,
): Promise<PretendShipment> {
  const { number } = shipment;
  await shop.db
    .insert(pretendShipments)
    .values({
      // The tracking number is random, because anyone who knows it can advance the shipment.
      awb: `PC${randomInt(10 ** 11, 10 ** 12)}`,
      number,
      direction,
      step: 'booked',
      createdAt: shop.clock.now(),
    })
    .onConflictDoNothing();
  const [created] = await shop.db.select().from(pretendShipments).where(eq(pretendShipments.number, number));
  if (!created) throw new Error(`insert into pretend_shipments returned no row for ${number}`);
  if (created.cancelledAt) throw new CourierRejected(`The pretend courier takes no number twice: ${number}`);
  return created;
}

/** Locks the rows of the matching shipments until the transaction ends. */
const lockShipments = (tx: Tx, where: SQL) =>
  tx.db.select().from(pretendShipments).where(where).for('update');

async function cancelPretendShipment(shop: Shop, number: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const [shipment] = await lockShipments(tx, eq(pretendShipments.number, number));
    if (!shipment || shipment.cancelledAt) return;
    if (isForward('out_for_pickup', shipment.step))
      throw new CourierRejected(`The pretend courier has picked up parcel ${number} already.`);
    await tx.db
      .update(pretendShipments)
      .set({ cancelledAt: tx.clock.now() })
      .where(eq(pretendShipments.awb, shipment.awb));
  });
}

/** Reads a shipment of the pretend courier. @throws NoSuchShipment (404) */
export async function readPretendShipment(shop: Shop, awb: string): Promise<PretendShipment> {
  const [shipment] = await shop.db.select().from(pretendShipments).where(eq(pretendShipments.awb, awb));
  if (!shipment) throw NoSuchShipment();
  return shipment;
}

/**
 * Advances a pretend shipment to a step, and queues the webhook.
 * @throws NoSuchShipment (404); StepNotForward (409) if the shipment is cancelled, if the step is not later than the current
 * step, or if shipments in this direction do not have the step
 */
export async function advancePretendShipment(shop: Shop, awb: string, step: ShipmentStep): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const [shipment] = await lockShipments(tx, eq(pretendShipments.awb, awb));
    if (!shipment) throw NoSuchShipment();
    if (shipment.cancelledAt || !hasStep(shipment.direction, step) || !isForward(shipment.step, step))
      throw StepNotForward();
    await tx.db.update(pretendShipments).set({ step }).where(eq(pretendShipments.awb, awb));
    await queueCourierWebhook(tx, { ...shipment, step });
  });
}
