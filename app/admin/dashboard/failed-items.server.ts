import { desc, isNotNull, sql } from 'drizzle-orm';
import type { Shop } from '../../foundation/shop.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { webhookInbox } from '../../payments/tables.server.ts';
import { courierInbox } from '../../shipping/tables.server.ts';
import type { FailedItems } from './contract.ts';

const maxItems = 50;

/** Mails that could not be sent, and news that could not be handled, the newest first. */
export async function readFailedItems(shop: Shop): Promise<FailedItems> {
  const emails = await shop.db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      to: outbox.to,
      subject: outbox.subject,
      at: outbox.createdAt,
      error: outbox.lastError,
    })
    .from(outbox)
    .where(isNotNull(outbox.failedAt))
    .orderBy(desc(outbox.createdAt))
    .limit(maxItems);
  const paymentEvents = await shop.db
    .select({
      id: webhookInbox.eventId,
      kind: webhookInbox.provider,
      at: webhookInbox.receivedAt,
      error: webhookInbox.lastError,
    })
    .from(webhookInbox)
    .where(sql`${webhookInbox.failedAt} is not null and ${webhookInbox.handledAt} is null`)
    .orderBy(desc(webhookInbox.receivedAt))
    .limit(maxItems);
  const courierEvents = await shop.db
    .select({
      id: courierInbox.eventId,
      kind: courierInbox.courier,
      at: courierInbox.receivedAt,
      error: courierInbox.lastError,
    })
    .from(courierInbox)
    .where(sql`${courierInbox.failedAt} is not null and ${courierInbox.handledAt} is null`)
    .orderBy(desc(courierInbox.receivedAt))
    .limit(maxItems);
  return {
    emails: emails.map(({ to, subject, at, ...email }) => ({
      ...email,
      text: `${subject}, to ${to}`,
      at: at.toISOString(),
    })),
    webhooks: [
      ...paymentEvents.map((one) => ({ ...one, text: 'News of a payment', at: one.at.toISOString() })),
      ...courierEvents.map((one) => ({ ...one, text: 'News of a parcel', at: one.at.toISOString() })),
    ],
  };
}
