import { eq, isNull } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { PaymentProvider } from './provider.ts';
import { webhookInbox } from './tables.server.ts';

const inbox = leaseQueue({
  table: webhookInbox,
  key: 'eventId',
  isOpen: isNull(webhookInbox.handledAt),
  thenBy: webhookInbox.receivedAt,
  leaseMs: minutes(2),
  limit: 100,
  failure: {
    level: 'warn',
    message: 'failed to handle a webhook event',
    subject: ({ provider, eventId }) => ({ provider, eventId }),
  },
});

/**
 * Stores the body of a provider's webhook event as text, once per event id. If the signature is invalid or the event id is
 * malformed, returns false and stores nothing.
 */
export async function storeWebhook(
  shop: Shop,
  provider: PaymentProvider,
  body: Uint8Array,
  headers: Headers,
): Promise<boolean> {
  const webhook = provider.readWebhook(body, headers);
  if (!webhook) return false;
  const now = shop.clock.now();
  await shop.db
    .insert(webhookInbox)
    .values({
      provider: provider.name,
      eventId: webhook.eventId,
      body: new TextDecoder().decode(body),
      receivedAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing();
  return true;
}

/**
 * Handles up to 100 due events of the provider. A failing event is retried later, at most five times, and does not block
 * other events. `handle` must be idempotent, because an event can be handled twice. Returns the number of events that did
 * not fail.
 */
export function handleWebhooks(
  shop: Shop,
  provider: PaymentProvider,
  handle: (body: string) => Promise<void>,
): Promise<number> {
  return inbox.runOnce(
    shop,
    async ({ body }) => {
      await handle(body);
      return { handledAt: shop.clock.now() };
    },
    { where: eq(webhookInbox.provider, provider.name) },
  );
}
