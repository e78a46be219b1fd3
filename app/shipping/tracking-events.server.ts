import { and, eq, or, sql } from 'drizzle-orm';
import { hours } from '../foundation/clock.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { Direction, ShipmentStep } from './contract.ts';
import type { Courier, CourierEvent, Scan } from './courier.ts';
import { finalSteps, hasStep, isForward } from './rules.ts';
import type { Shipment } from './shipments.server.ts';
import { shipments, trackingEvents } from './tables.server.ts';

/** A new scan or the booking of a shipment that is not cancelled. */
export type TrackingUpdate = {
  reference: string;
  direction: Direction;
  /** The shipment's new step. Null if the step does not change. */
  step: ShipmentStep | null;
  at: Date;
  text: string;
  location: string | null;
  /** The expected day of delivery in India, such as `2026-11-28`. Null if it is unknown. */
  expectedOn: string | null;
};

/**
 * Called for each new scan of a shipment, and for the booking if no scan has set a step before. Not called for a cancelled
 * shipment. Runs in the transaction that stores the scan, before the shipment is locked, so it may lock the order first.
 */
export type OnTrackingUpdate = (tx: Tx, event: TrackingUpdate) => Promise<void>;

/** Time in milliseconds from the last event or tracking request to the next tracking request. */
export const trackingIntervalMs = hours(12);

/** Finds a shipment of this courier by the tracking number. If there is none, finds it by the shop's shipment number. */
export async function findShipmentByTracking(
  shop: Shop,
  courier: Courier['name'],
  { awb, number }: Pick<CourierEvent, 'awb' | 'number'>,
): Promise<Shipment | undefined> {
  const isShipment = or(
    awb === null ? undefined : eq(shipments.awb, awb),
    number === null ? undefined : sql`${shipments.details} ->> 'number' = ${number}`,
  );
  if (!isShipment) return undefined;
  const [shipment] = await shop.db
    .select()
    .from(shipments)
    .where(and(eq(shipments.courier, courier), isShipment))
    .orderBy(sql`(${shipments.awb} = ${awb}) desc nulls last`)
    .limit(1);
  return shipment;
}

/**
 * Inserts the new scans of a courier event. Calls `onTrackingUpdate` for each, unless the shipment is cancelled. Scans may arrive
 * in any order, but the shipment's step only advances.
 */
export async function insertTrackingEvents(
  shop: Shop,
  { id }: Pick<Shipment, 'id'>,
  { scans, expectedOn }: Pick<CourierEvent, 'scans' | 'expectedOn'>,
  onTrackingUpdate: OnTrackingUpdate,
): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const [shipment] = await tx.db.select().from(shipments).where(eq(shipments.id, id));
    if (!shipment) return;
    const newEvents = await insertScans(tx, shipment, scans);
    const { reference, direction, cancelledAt } = shipment;
    const day = expectedOn ?? shipment.expectedOn;
    let step = shipment.step;
    const updates = cancelledAt === null ? newEvents : [];
    for (const { step: scanned, at, description: text, location } of updates) {
      const next = scanned !== null && isForward(step, scanned) ? scanned : null;
      step = next ?? step;
      await onTrackingUpdate(tx, { reference, direction, step: next, at, text, location, expectedOn: day });
    }
    await advanceShipment(tx, id, { step, expectedOn: day });
  });
}

/**
 * Advances the shipment's step, unless a concurrent event has stored a later step. A final step ends the tracking. Otherwise
 * postpones the next tracking request, but not a pending booking. Does not change the planned cancellation of a cancelled
 * shipment.
 */
async function advanceShipment(
  tx: Tx,
  id: string,
  reported: Pick<Shipment, 'step' | 'expectedOn'>,
): Promise<void> {
  const [row] = await tx.db.select().from(shipments).where(eq(shipments.id, id)).for('no key update');
  if (!row) return;
  const step = reported.step && isForward(row.step, reported.step) ? reported.step : row.step;
  const isOver = step !== null && finalSteps.includes(step);
  const isTracked = row.bookedAt !== null && row.nextTryAt !== null;
  const later = isTracked ? new Date(tx.clock.now().getTime() + trackingIntervalMs) : row.nextTryAt;
  const nextTryAt = row.cancelledAt !== null ? row.nextTryAt : isOver ? null : later;
  await tx.db
    .update(shipments)
    .set({ step, expectedOn: reported.expectedOn, nextTryAt })
    .where(eq(shipments.id, id));
}

/** Inserts scans, except those that are already stored. Returns the new scans, oldest first. */
async function insertScans(tx: Tx, shipment: Shipment, scans: readonly Scan[]) {
  const receivedAt = tx.clock.now();
  const reported = scans.map((scan) => ({
    shipmentId: shipment.id,
    fingerprint: scan.fingerprint,
    step: scan.step && hasStep(shipment.direction, scan.step) ? scan.step : null,
    code: scan.code,
    description: scan.text.slice(0, 300),
    location: scan.location?.slice(0, 120) ?? null,
    at: plausibleTime(scan.at, shipment.createdAt, receivedAt),
    receivedAt,
  }));
  if (reported.length === 0) return [];
  const newEvents = await tx.db.insert(trackingEvents).values(reported).onConflictDoNothing().returning();
  return newEvents.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

/**
 * Limits the time of a scan to the period from `earliest` to `now`. A courier's clock can be wrong, and the return period starts
 * at the time of the delivery scan. Returns `now` for a scan without a time.
 */
function plausibleTime(time: Date | null, earliest: Date, now: Date): Date {
  if (time === null || time > now) return now;
  return time < earliest ? earliest : time;
}
