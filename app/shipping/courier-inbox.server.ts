import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import type { Courier } from './courier.ts';
import { courierInbox } from './tables.server.ts';
import {
  findShipmentByTracking,
  insertTrackingEvents,
  type OnTrackingUpdate,
} from './tracking-events.server.ts';

const minute = 60_000;
/** How long to wait after the first, second, … failure. After one more a person has to look at it. */
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
/** News that somebody handles are nobody else's for this long. */
const leaseMs = 2 * minute;
const eventsPerRun = 100;

type StoredEvent = typeof courierInbox.$inferSelect;

/**
 * Stores what a courier told us, word for word. What was stored before changes nothing. False, and nothing is stored,
 * when it does not come from the courier.
 */
export async function storeCourierEvent(
  shop: Shop,
  courier: Courier,
  body: Uint8Array,
  headers: Headers,
): Promise<boolean> {
  const known = courier.readWebhook(body, headers);
  if (!known) return false;
  const now = shop.clock.now();
  await shop.db
    .insert(courierInbox)
    .values({
      courier: courier.name,
      eventId: known.eventId,
      // The database cannot hold this character; a body that has it is none that anybody understands.
      body: new TextDecoder().decode(body).replaceAll('\0', ''),
      receivedAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing();
  return true;
}

/**
 * Handles the news that wait, each once and in any order. What nobody understands is parked at once; news of a parcel
 * that is not known (yet: its booking may be under way) wait longer and longer first. Answers how many were handled.
 */
export async function handleCourierEvents(
  shop: Shop,
  courier: Courier,
  onWebhook: OnTrackingUpdate,
): Promise<number> {
  let handled = 0;
  for (let taken = 0; taken < eventsPerRun; taken++) {
    const stored = await claimDue(shop, courier.name);
    if (!stored) break;
    if (await handleOne(shop, courier, stored, onWebhook)) handled++;
  }
  return handled;
}

/** Takes the news that have waited longest, and leases them; other processes skip them meanwhile. */
async function claimDue(shop: Shop, courier: string): Promise<StoredEvent | undefined> {
  const now = shop.clock.now();
  const due = shop.db
    .select({ eventId: courierInbox.eventId })
    .from(courierInbox)
    .where(
      and(
        eq(courierInbox.courier, courier),
        isNull(courierInbox.handledAt),
        isNull(courierInbox.failedAt),
        sql`${courierInbox.nextTryAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(courierInbox.nextTryAt), asc(courierInbox.receivedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await shop.db
    .update(courierInbox)
    .set({ tries: sql`${courierInbox.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where(and(eq(courierInbox.courier, courier), sql`${courierInbox.eventId} = (${due})`))
    .returning();
  return taken;
}

/** Nobody will ever understand these. */
class NotUnderstood extends Error {}

async function handleOne(
  shop: Shop,
  courier: Courier,
  stored: StoredEvent,
  onWebhook: OnTrackingUpdate,
): Promise<boolean> {
  const { eventId, tries } = stored;
  // Whoever has taken it again after the lease has counted a further try; only the last taker may write.
  const mine = and(
    eq(courierInbox.courier, courier.name),
    eq(courierInbox.eventId, eventId),
    eq(courierInbox.tries, tries),
  );
  const now = shop.clock.now();
  try {
    const event = courier.readEvent(stored.body);
    if (!event) throw new NotUnderstood('Nobody understands this body.');
    const shipment = await findShipmentByTracking(shop, courier.name, event);
    if (!shipment) throw new Error(`No parcel is known as ${event.awb ?? event.number}.`);
    await insertTrackingEvents(shop, shipment, event, onWebhook);
  } catch (error) {
    const wait = error instanceof NotUnderstood ? undefined : waits[tries - 1];
    const after = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
    const lastError = error instanceof Error ? error.message : String(error);
    await shop.db
      .update(courierInbox)
      .set({ lastError, ...after })
      .where(mine);
    shop.log.warn(
      { news: eventId, tries, parked: wait === undefined, err: error },
      'courier news not handled',
    );
    return false;
  }
  await shop.db.update(courierInbox).set({ handledAt: now, lastError: null }).where(mine);
  return true;
}
