import { and, eq, or, sql } from 'drizzle-orm';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { Direction, ShipmentStep } from './contract.ts';
import type { Courier, CourierEvent, Scan } from './courier.ts';
import { hasStep, isForward, lastSteps } from './rules.ts';
import type { Shipment } from './shipments.server.ts';
import { shipments, trackingEvents } from './tables.server.ts';

/** What has become known of an open parcel. */
export type TrackingUpdate = {
  reference: string;
  direction: Direction;
  /** Where it is now; `null` when the words move nothing. */
  step: ShipmentStep | null;
  at: Date;
  text: string;
  location: string | null;
  /** `2026-11-28`, the day in India on which it should arrive, as far as it is known. */
  expectedOn: string | null;
};

/** Called once per new scan, in the transaction that inserts it. May lock the order: no row of the shipment is locked yet. */
export type OnTrackingUpdate = (tx: Tx, event: TrackingUpdate) => Promise<void>;

/** A parcel of which nothing was heard for so long is asked about. */
export const quietMs = 12 * 60 * 60_000;

/** A parcel that this courier carries, by its number or by ours. */
export async function findShipmentByTracking(
  shop: Shop,
  courier: Courier['name'],
  { awb, number }: Pick<CourierEvent, 'awb' | 'number'>,
): Promise<Shipment | undefined> {
  const isIt = or(
    awb === null ? undefined : eq(shipments.awb, awb),
    number === null ? undefined : sql`${shipments.details} ->> 'number' = ${number}`,
  );
  if (!isIt) return undefined;
  const [found] = await shop.db
    .select()
    .from(shipments)
    .where(and(eq(shipments.courier, courier), isIt))
    .orderBy(sql`(${shipments.awb} = ${awb}) desc nulls last`)
    .limit(1);
  return found;
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
    const fresh = await insertScans(tx, shipment, scans);
    const reported = { reference: shipment.reference, direction: shipment.direction };
    const day = expectedOn ?? shipment.expectedOn;
    let step = shipment.step;
    if (shipment.cancelledAt === null) {
      for (const scan of fresh) {
        const moves = scan.step !== null && isForward(step, scan.step);
        if (moves) step = scan.step;
        const { description: text, location: place } = scan;
        await onTrackingUpdate(tx, {
          ...reported,
          step: moves ? scan.step : null,
          at: scan.at,
          text,
          location: place,
          expectedOn: day,
        });
      }
    }
    await moveOn(tx, id, { step, expectedOn: day });
  });
}

/** Of two that hear different words at once, the one who is further wins; and it is not asked about again for a while. */
async function moveOn(tx: Tx, id: string, reported: Pick<Shipment, 'step' | 'expectedOn'>): Promise<void> {
  const [row] = await tx.db.select().from(shipments).where(eq(shipments.id, id)).for('no key update');
  if (!row) return;
  const step = reported.step && isForward(row.step, reported.step) ? reported.step : row.step;
  const isOver = step !== null && lastSteps.includes(step);
  const isAsked = row.bookedAt !== null && row.nextTryAt !== null;
  const later = isAsked ? new Date(tx.clock.now().getTime() + quietMs) : row.nextTryAt;
  const nextTryAt = row.cancelledAt !== null ? row.nextTryAt : isOver ? null : later;
  await tx.db
    .update(shipments)
    .set({ step, expectedOn: reported.expectedOn, nextTryAt })
    .where(eq(shipments.id, id));
}

/** Answers those that were not known yet, in the order in which they happened. */
async function insertScans(tx: Tx, shipment: Shipment, scans: readonly Scan[]) {
  const receivedAt = tx.clock.now();
  const reported = scans.map((scan) => ({
    shipmentId: shipment.id,
    fingerprint: scan.fingerprint,
    step: scan.step && hasStep(shipment.direction, scan.step) ? scan.step : null,
    code: scan.code,
    description: scan.text.slice(0, 300),
    location: scan.location?.slice(0, 120) ?? null,
    at: believable(scan.at, shipment.createdAt, receivedAt),
    receivedAt,
  }));
  if (reported.length === 0) return [];
  const stored = await tx.db.insert(trackingEvents).values(reported).onConflictDoNothing().returning();
  return stored.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

/** A courier's clock may be wrong; days in which something may be returned are counted by it. */
function believable(at: Date | null, earliest: Date, now: Date): Date {
  if (at === null || at > now) return now;
  return at < earliest ? earliest : at;
}
