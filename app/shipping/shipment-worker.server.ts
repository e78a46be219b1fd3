import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { days, hours, minutes } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { NoSuchShipment } from './contract.ts';
import { type Booking, type Courier, CourierRejected, CourierUnavailable } from './courier.ts';
import { finalSteps, isForward, stepLabels } from './rules.ts';
import { leaseMs, type Shipment } from './shipments.server.ts';
import { shipments } from './tables.server.ts';
import { insertTrackingEvents, type OnTrackingUpdate, trackingIntervalMs } from './tracking-events.server.ts';

/** Time in milliseconds after which the worker stops retrying a booking or a cancellation. Then a staff member has to act. */
const giveUpAfterMs = days(1);
const maxRetryMs = hours(2);
/** Time in milliseconds after which tracking ends, even if no final scan has arrived. */
const maxTrackingMs = days(60);

const queue = leaseQueue({
  table: shipments,
  key: 'id',
  // If `nextTryAt` is null, no request is due.
  isOpen: isNotNull(shipments.nextTryAt),
  leaseMs,
  limit: 20,
  waitAfter,
  // If the shipment was cancelled in the meantime, do not overwrite its `nextTryAt`.
  mayWrite: ({ cancelledAt }) => (cancelledAt === null ? isNull(shipments.cancelledAt) : undefined),
  // If the courier is unavailable, stop and try again in the next run.
  endsRun: (error) => error instanceof CourierUnavailable,
  failureEvent: ({ id, reference }) => ({
    kind: 'shipment-failed',
    payload: { shipmentId: id, orderId: reference },
  }),
  failure: { level: 'error', message: 'courier request failed', subject: ({ id }) => ({ shipment: id }) },
});

/**
 * Returns the pause before the next try in milliseconds. For a booking or a cancellation, the pause is as long as the time since
 * it was requested, but at least one minute and at most two hours. Returns undefined if a booking or cancellation has failed for
 * a day or was rejected. Tracking is retried every two hours, without a limit.
 */
function waitAfter(
  { cancelledAt, bookedAt, createdAt }: Shipment,
  error: unknown,
  now: Date,
): number | undefined {
  if (cancelledAt === null && bookedAt !== null) return maxRetryMs;
  const age = now.getTime() - (cancelledAt ?? createdAt).getTime();
  if (error instanceof CourierRejected || age >= giveUpAfterMs) return undefined;
  return Math.min(Math.max(age, minutes(1)), maxRetryMs);
}

/**
 * Sends the due requests for up to 20 shipments, to book, cancel or track them. A shipment is tracked after 12 hours without an
 * event. Stops if the courier is unavailable. Returns the number of shipments whose requests succeeded.
 */
export function bookShipments(
  shop: Shop,
  courier: Courier,
  onTrackingUpdate: OnTrackingUpdate,
): Promise<number> {
  return queue.runOnce(
    shop,
    async (shipment) => {
      const { id, cancelledAt, bookedAt, tries, awb, details, direction } = shipment;
      if (cancelledAt !== null) {
        await courier.cancel(shipment);
        return { nextTryAt: null };
      }
      if (bookedAt === null) {
        await courier.book({ ...shipment, triedBefore: tries > 1 }, (booking) =>
          saveBooking(shop, shipment, booking, onTrackingUpdate),
        );
        await completeBooking(shop, id);
      } else {
        const event =
          awb === null ? undefined : await courier.track({ awb, direction, number: details.number });
        if (event) await insertTrackingEvents(shop, shipment, event, onTrackingUpdate);
        await scheduleTracking(shop, shipment);
      }
      return undefined;
    },
    { where: eq(shipments.courier, courier.name) },
  );
}

/**
 * Schedules another try for a failed shipment of the order `reference`. @throws NoSuchShipment (404) if the order has no failed
 * shipment with this id
 */
export async function retryShipment(
  tx: Tx,
  { reference, shipmentId }: { reference: string; shipmentId: string },
): Promise<void> {
  const isOfReference = and(eq(shipments.id, shipmentId), eq(shipments.reference, reference));
  if ((await queue.retry(tx, isOfReference)) === 0) throw NoSuchShipment();
}

/**
 * Saves the data that the courier has returned during a booking. If the tracking number arrives before the first scan, sets the
 * shipment's step to `booked`, and calls `onTrackingUpdate` unless the shipment is cancelled.
 */
async function saveBooking(
  shop: Shop,
  { id }: Shipment,
  reported: Partial<Booking>,
  onTrackingUpdate: OnTrackingUpdate,
) {
  await inTransaction(shop, async (tx) => {
    const [row] = await tx.db.select().from(shipments).where(eq(shipments.id, id));
    if (!row) return;
    const isNew = reported.awb != null && isForward(row.step, 'booked');
    if (isNew && row.cancelledAt === null) {
      const { reference, direction } = row;
      await onTrackingUpdate(tx, {
        reference,
        direction,
        step: 'booked',
        at: tx.clock.now(),
        text: stepLabels.booked,
        location: null,
        expectedOn: reported.expectedOn ?? row.expectedOn,
      });
    }
    const step = isNew ? { step: sql`coalesce(${shipments.step}, 'booked')` } : {};
    await tx.db
      .update(shipments)
      .set({ ...reported, ...step })
      .where(eq(shipments.id, id));
  });
}

/**
 * Marks the booking as complete. Schedules tracking. If the shipment was cancelled in the meantime, schedules its cancellation
 * instead.
 */
async function completeBooking(shop: Shop, id: string): Promise<void> {
  const now = shop.clock.now();
  const later = new Date(now.getTime() + trackingIntervalMs);
  await shop.db
    .update(shipments)
    .set({
      bookedAt: now,
      lastError: null,
      nextTryAt: sql`case
        when ${shipments.cancelledAt} is not null then ${sqlTime(now)}
        when ${shipments.step} in ('delivered', 'returned_to_seller') then null
        else ${sqlTime(later)} end`,
    })
    .where(eq(shipments.id, id));
}

async function scheduleTracking(shop: Shop, { id, tries, bookedAt }: Shipment): Promise<void> {
  const now = shop.clock.now().getTime();
  const [row] = await shop.db.select({ step: shipments.step }).from(shipments).where(eq(shipments.id, id));
  const isFinal = row?.step != null && finalSteps.includes(row.step);
  const isOld = bookedAt !== null && now - bookedAt.getTime() > maxTrackingMs;
  await shop.db
    .update(shipments)
    .set({ nextTryAt: isFinal || isOld ? null : new Date(now + trackingIntervalMs), lastError: null })
    .where(
      and(
        eq(shipments.id, id),
        eq(shipments.tries, tries),
        isNull(shipments.cancelledAt),
        sql`${shipments.nextTryAt} is not null`,
      ),
    );
}
