import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import type { PaymentProvider } from './provider.ts';
import { webhookInbox } from './tables.server.ts';

const minute = 60_000;
/** How long to wait after the first, second, … failure. After one more a person has to look at it. */
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
/** An event that somebody handles is nobody else's for this long. */
const leaseMs = 2 * minute;

export type StoredEvent = typeof webhookInbox.$inferSelect;

/**
 * Stores what a provider told us, word for word. An event that was stored before changes nothing. False, and nothing
 * is stored, when the provider has not signed it.
 */
export async function storeWebhook(
  shop: Shop,
  provider: PaymentProvider,
  body: Uint8Array,
  headers: Headers,
): Promise<boolean> {
  const known = provider.readWebhook(body, headers);
  if (!known) return false;
  const now = shop.clock.now();
  await shop.db
    .insert(webhookInbox)
    .values({
      provider: provider.name,
      eventId: known.eventId,
      body: new TextDecoder().decode(body),
      receivedAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing();
  return true;
}

/** Takes the event that has waited longest, and leases it; other processes skip it meanwhile. */
async function claimDue(shop: Shop, provider: string): Promise<StoredEvent | undefined> {
  const now = shop.clock.now();
  const due = shop.db
    .select({ eventId: webhookInbox.eventId })
    .from(webhookInbox)
    .where(
      and(
        eq(webhookInbox.provider, provider),
        isNull(webhookInbox.handledAt),
        isNull(webhookInbox.failedAt),
        sql`${webhookInbox.nextTryAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(webhookInbox.nextTryAt), asc(webhookInbox.receivedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await shop.db
    .update(webhookInbox)
    .set({ tries: sql`${webhookInbox.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where(and(eq(webhookInbox.provider, provider), sql`${webhookInbox.eventId} = (${due})`))
    .returning();
  return taken;
}

const eventsPerRun = 100;

/**
 * Handles the events that wait, each once: one that fails waits longer and longer, and is parked after six tries,
 * without holding up the others. Answers how many were handled.
 */
export async function handleWebhooks(
  shop: Shop,
  provider: PaymentProvider,
  handle: (body: string) => Promise<void>,
): Promise<number> {
  let handled = 0;
  for (let taken = 0; taken < eventsPerRun; taken++) {
    const event = await claimDue(shop, provider.name);
    if (!event) break;
    if (await handleOne(shop, event, handle)) handled++;
  }
  return handled;
}

async function handleOne(
  shop: Shop,
  event: StoredEvent,
  handle: (body: string) => Promise<void>,
): Promise<boolean> {
  const { provider, eventId, tries } = event;
  // Whoever has taken it again after the lease has counted a further try; only the last taker may write.
  const mine = and(
    eq(webhookInbox.provider, provider),
    eq(webhookInbox.eventId, eventId),
    eq(webhookInbox.tries, tries),
  );
  const now = shop.clock.now();
  try {
    await handle(event.body);
  } catch (error) {
    const wait = waits[tries - 1];
    const after = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
    const lastError = error instanceof Error ? error.message : String(error);
    await shop.db
      .update(webhookInbox)
      .set({ lastError, ...after })
      .where(mine);
    shop.log.warn(
      { provider, eventId, tries, parked: wait === undefined, err: error },
      'a webhook was not handled',
    );
    return false;
  }
  await shop.db.update(webhookInbox).set({ handledAt: now, lastError: null }).where(mine);
  return true;
}
