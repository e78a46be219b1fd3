import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { type Booking, type Courier, CourierRejected, CourierUnavailable } from './courier.ts';
import { isForward, lastSteps, stepLabels } from './rules.ts';
import { leaseMs, type Shipment } from './shipments.server.ts';
import { shipments } from './tables.server.ts';
import { insertTrackingEvents, type OnTrackingUpdate, quietMs } from './tracking-events.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** After this long a person has to look at it. */
const patienceMs = day;
const longestWaitMs = 120 * minute;
/** A parcel of which no end was heard is not asked about for ever. */
const followedMs = 60 * day;
const shipmentsPerRun = 20;

/**
 * Asks the courier what waits to be asked: to take parcels on, to give them up, and where those are of which nothing was
 * heard for twelve hours. The waits grow with the age of what is asked; what is refused, or fails for a day, is
 * parked for a person. A courier that does not answer is left alone until the next round. Safe in any number of
 * processes. Answers how many were done.
 */
export async function bookShipments(
  shop: Shop,
  courier: Courier,
  onWebhook: OnTrackingUpdate,
): Promise<number> {
  let done = 0;
  for (let taken = 0; taken < shipmentsPerRun; taken++) {
    const shipment = await claimDue(shop, courier.name);
    if (!shipment) break;
    const outcome = await ask(shop, courier, shipment, onWebhook);
    if (outcome === 'done') done++;
    if (outcome === 'away') break;
  }
  return done;
}

/** Takes the parcel that has waited longest, and leases it; other processes skip it meanwhile. */
async function claimDue(shop: Shop, courier: Courier['name']): Promise<Shipment | undefined> {
  const now = shop.clock.now();
  const due = shop.db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.courier, courier),
        isNull(shipments.failedAt),
        sql`${shipments.nextTryAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(shipments.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await shop.db
    .update(shipments)
    .set({ tries: sql`${shipments.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${shipments.id} = (${due})`)
    .returning();
  return taken;
}

async function ask(
  shop: Shop,
  courier: Courier,
  shipment: Shipment,
  onWebhook: OnTrackingUpdate,
): Promise<'done' | 'failed' | 'away'> {
  const { id, cancelledAt, bookedAt, tries, awb, details: parcel, direction } = shipment;
  try {
    if (cancelledAt !== null) {
      await courier.cancel(shipment);
      await shop.db
        .update(shipments)
        .set({ nextTryAt: null, lastError: null })
        .where(and(eq(shipments.id, id), eq(shipments.tries, tries)));
    } else if (bookedAt === null) {
      const askedBefore = tries > 1;
      await courier.book({ ...shipment, askedBefore }, (told) =>
        saveBooking(shop, shipment, told, onWebhook),
      );
      await endBooking(shop, id);
    } else {
      const event = awb === null ? undefined : await courier.track({ awb, direction, number: parcel.number });
      if (event) await insertTrackingEvents(shop, shipment, event, onWebhook);
      await planTracking(shop, shipment);
    }
    return 'done';
  } catch (error) {
    await planAgain(shop, shipment, error);
    return error instanceof CourierUnavailable ? 'away' : 'failed';
  }
}

/** What was told is kept whatever comes next. With its number the parcel is booked, and that is news. */
async function saveBooking(
  shop: Shop,
  { id }: Shipment,
  told: Partial<Booking>,
  onWebhook: OnTrackingUpdate,
) {
  await inTransaction(shop, async (tx) => {
    const [row] = await tx.db.select().from(shipments).where(eq(shipments.id, id));
    if (!row) return;
    const isNew = told.awb != null && isForward(row.step, 'booked');
    if (isNew && row.cancelledAt === null) {
      const { reference, direction } = row;
      await onWebhook(tx, {
        reference,
        direction,
        step: 'booked',
        at: tx.clock.now(),
        words: stepLabels.booked,
        place: null,
        expectedOn: told.expectedOn ?? row.expectedOn,
      });
    }
    const step = isNew ? { step: sql`coalesce(${shipments.step}, 'booked')` } : {};
    await tx.db
      .update(shipments)
      .set({ ...told, ...step })
      .where(eq(shipments.id, id));
  });
}

/** A parcel that was given up while it was booked is taken back at once. */
async function endBooking(shop: Shop, id: string): Promise<void> {
  const now = shop.clock.now();
  const later = new Date(now.getTime() + quietMs);
  await shop.db
    .update(shipments)
    .set({
      bookedAt: now,
      lastError: null,
      nextTryAt: sql`case
        when ${shipments.cancelledAt} is not null then ${now.toISOString()}::timestamptz
        when ${shipments.step} in ('delivered', 'returned_to_seller') then null
        else ${later.toISOString()}::timestamptz end`,
    })
    .where(eq(shipments.id, id));
}

async function planTracking(shop: Shop, { id, tries, bookedAt }: Shipment): Promise<void> {
  const now = shop.clock.now().getTime();
  const [row] = await shop.db.select({ step: shipments.step }).from(shipments).where(eq(shipments.id, id));
  const isOver = row?.step != null && lastSteps.includes(row.step);
  const isOld = bookedAt !== null && now - bookedAt.getTime() > followedMs;
  await shop.db
    .update(shipments)
    .set({ nextTryAt: isOver || isOld ? null : new Date(now + quietMs), lastError: null })
    .where(
      and(
        eq(shipments.id, id),
        eq(shipments.tries, tries),
        isNull(shipments.cancelledAt),
        sql`${shipments.nextTryAt} is not null`,
      ),
    );
}

/** As long again as it has waited so far: so each wait is twice the one before. */
async function planAgain(shop: Shop, shipment: Shipment, error: unknown): Promise<void> {
  const { id, tries, cancelledAt, bookedAt, createdAt } = shipment;
  const now = shop.clock.now();
  const isTracked = cancelledAt === null && bookedAt !== null;
  const age = now.getTime() - (cancelledAt ?? createdAt).getTime();
  const isFailed = !isTracked && (error instanceof CourierRejected || age >= patienceMs);
  const wait = isTracked ? longestWaitMs : Math.min(Math.max(age, minute), longestWaitMs);
  const after = isFailed ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
  const lastError = error instanceof Error ? error.message : String(error);
  await shop.db
    .update(shipments)
    .set({ lastError, ...after })
    .where(
      and(
        eq(shipments.id, id),
        eq(shipments.tries, tries),
        // A parcel that was given up meanwhile has its own time to be asked for.
        cancelledAt === null ? isNull(shipments.cancelledAt) : undefined,
      ),
    );
  shop.log.error(
    { parcel: id, tries, parked: isFailed, err: error },
    'a courier was not reached, or refused',
  );
}
