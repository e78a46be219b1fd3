import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { fieldErrors } from '../foundation/http/http.server.ts';
import { BadInput } from '../foundation/http/problem.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { type CourierName, type Direction, ManualShipping, type ShipmentView } from './contract.ts';
import { shipments, trackingEvents } from './tables.server.ts';

export type Shipment = typeof shipments.$inferSelect;
export type TrackingEvent = typeof trackingEvents.$inferSelect;

/** Duration of a worker's lease of a shipment, in milliseconds. The lease is longer than all requests of one booking together. */
export const leaseMs = minutes(2);

/** Lists the couriers that the configuration allows. `manual` is always included. */
export function listCouriers({ config }: Pick<Shop, 'config'>): CourierName[] {
  if (config.shiprocket) return ['shiprocket', 'manual'];
  return config.pretendsCourier ? ['pretend', 'manual'] : ['manual'];
}

type Input = { reference: string; direction: Direction; courier: CourierName; details: ShipmentView };

/**
 * Inserts a shipment, which the worker books unless the courier is `manual`. If the order has an open shipment in this direction,
 * returns that shipment instead. Couriers accept a number only once, so the numbers of the order's further shipments end with
 * `-2`, `-3` …
 * @throws BadInput (400) for invalid manual fields; Error if another order has the number
 */
export async function createShipment(
  tx: Tx,
  { manual, ...input }: Input & { manual?: ManualShipping },
): Promise<Shipment> {
  const now = tx.clock.now();
  const booking = input.courier === 'manual' ? manualBooking(manual, now) : { nextTryAt: now };
  for (let attempt = 1; ; attempt++) {
    const number = attempt === 1 ? input.details.number : `${input.details.number}-${attempt}`;
    const [created] = await tx.db
      .insert(shipments)
      .values({ ...input, ...booking, details: { ...input.details, number }, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (created) return created;
    const open = await findShipment(tx, input.reference, input.direction);
    if (open) return open;
    const [holder] = await tx.db
      .select({ reference: shipments.reference })
      .from(shipments)
      .where(sql`${shipments.details} ->> 'number' = ${number}`);
    if (holder && holder.reference !== input.reference)
      throw new Error(`the shipment number ${number} belongs to ${holder.reference}`);
  }
}

function manualBooking(manual: ManualShipping | undefined, now: Date) {
  const parsed = ManualShipping.safeParse(manual ?? {});
  if (!parsed.success) throw BadInput(undefined, fieldErrors(parsed.error.issues));
  const { carrier, awb, trackUrl } = parsed.data;
  return { carrier, awb: awb || null, trackUrl: trackUrl || null, step: 'booked' as const, bookedAt: now };
}

/**
 * Cancels the open outgoing shipment. Returns false if there is none. If a booking request may have reached the courier, the
 * worker also cancels the shipment at the courier. The worker first waits for a booking in progress.
 */
export async function cancelShipment(tx: Tx, reference: string): Promise<boolean> {
  const now = tx.clock.now();
  const cancelled = await tx.db
    .update(shipments)
    .set({
      cancelledAt: now,
      failedAt: null,
      nextTryAt: sql`case
        when ${shipments.courier} = 'manual' then null
        when ${shipments.bookedAt} is not null then ${sqlTime(now)}
        when ${shipments.tries} = 0 then null
        else least(greatest(${shipments.nextTryAt}, ${sqlTime(now)}), ${sqlTime(new Date(now.getTime() + leaseMs))}) end`,
    })
    .where(isOpen(reference, 'out'))
    .returning({ id: shipments.id });
  return cancelled.length > 0;
}

function isOpen(reference: string, direction: Direction) {
  return and(
    eq(shipments.reference, reference),
    eq(shipments.direction, direction),
    isNull(shipments.cancelledAt),
    direction === 'back' ? sql`${shipments.step} is distinct from 'delivered'` : undefined,
  );
}

/** Ends the tracking of the open return shipment after the merchant has received it. */
export async function endReturnShipment(tx: Tx, reference: string): Promise<void> {
  await tx.db.update(shipments).set({ step: 'delivered', nextTryAt: null }).where(isOpen(reference, 'back'));
}

/** Finds the open shipment of an order in one direction. Returns undefined if there is none. */
export async function findShipment(
  shop: Shop,
  reference: string,
  direction: Direction,
): Promise<Shipment | undefined> {
  const [shipment] = await shop.db.select().from(shipments).where(isOpen(reference, direction));
  return shipment;
}

/** Lists the shipments of orders with their scans. Shipments and scans are sorted oldest first. */
export async function listShipments(
  shop: Shop,
  references: readonly string[],
): Promise<(Shipment & { scans: TrackingEvent[] })[]> {
  if (references.length === 0) return [];
  const isOfReferences = inArray(shipments.reference, [...references]);
  const rows = await shop.db
    .select()
    .from(shipments)
    .where(isOfReferences)
    .orderBy(asc(shipments.createdAt), asc(shipments.id));
  const scans = await shop.db
    .select({ scan: trackingEvents })
    .from(trackingEvents)
    .innerJoin(shipments, eq(shipments.id, trackingEvents.shipmentId))
    .where(isOfReferences)
    .orderBy(asc(trackingEvents.at), asc(trackingEvents.id));
  const scansOf = Map.groupBy(scans, ({ scan }) => scan.shipmentId);
  return rows.map((shipment) => ({
    ...shipment,
    scans: (scansOf.get(shipment.id) ?? []).map(({ scan }) => scan),
  }));
}

export const isRefusedShipment = and(isNotNull(shipments.failedAt), isNull(shipments.cancelledAt));

/** SQL that counts the failed shipments. Usable as a query or as a column of another query. */
export const countRefusedShipments = ({ db }: Shop) => db.$count(shipments, isRefusedShipment);
