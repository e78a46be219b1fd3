import { and, eq, or, sql } from 'drizzle-orm';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { Direction, ShipmentStep } from './contract.ts';
import type { Courier, CourierEvent, Scan } from './courier.ts';
import { finalSteps, hasStep, isForward } from './rules.ts';
import type { Shipment } from './shipments.server.ts';
import { shipments, trackingEvents } from './tables.server.ts';

/** A new scan of an open shipment. */
export type TrackingUpdate = {
  reference: string;
  direction: Direction;
  /** The step of the scan; null if it changes none. */
  step: ShipmentStep | null;
  at: Date;
  text: string;
  location: string | null;
  /** The expected day of delivery in India, `2026-11-28`, if known. */
  expectedOn: string | null;
};

/** Called once per new scan, in the transaction that inserts it, before any row of the shipment is locked. It may lock the order. */
export type OnTrackingUpdate = (tx: Tx, event: TrackingUpdate) => Promise<void>;

/** A shipment without an event for this time is tracked by a request. In milliseconds. */
export const trackingIntervalMs = 12 * 60 * 60_000;

/** Finds a shipment of this courier by its tracking number or by our number. */
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
 * Inserts the scans of a courier event, each once, and calls `onTrackingUpdate` for each new one. Scans may arrive in any
 * order: the shipment's step only advances. New scans of a cancelled shipment are stored without a call.
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
    const reported = { reference: shipment.reference, direction: shipment.direction };
    const day = expectedOn ?? shipment.expectedOn;
    let step = shipment.step;
    if (shipment.cancelledAt === null) {
      for (const scan of newEvents) {
        const advances = scan.step !== null && isForward(step, scan.step);
        if (advances) step = scan.step;
        const { description, location } = scan;
        await onTrackingUpdate(tx, {
          ...reported,
          step: advances ? scan.step : null,
          at: scan.at,
          text: description,
          location,
          expectedOn: day,
        });
      }
    }
    await advanceShipment(tx, id, { step, expectedOn: day });
  });
}

/** Advances the step; of concurrent events the later step wins. Postpones the next tracking request. */
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

/** Inserts scans. Returns the new ones, oldest first. */
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
  const stored = await tx.db.insert(trackingEvents).values(reported).onConflictDoNothing().returning();
  return stored.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

/** Bounds the time of a scan, because a courier's clock can be wrong and the return period is counted from it. */
function plausibleTime(at: Date | null, earliest: Date, now: Date): Date {
  if (at === null || at > now) return now;
  return at < earliest ? earliest : at;
}
