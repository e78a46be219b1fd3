import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { cashProvider } from './ledger.server.ts';
import { receipts, refunds, webhookInbox } from './tables.server.ts';

/** Condition on refunds joined with their receipts: staff must act, as the refund failed or was paid in cash. */
export const isManualRefund = and(
  isNull(refunds.doneAt),
  or(isNotNull(refunds.failedAt), eq(receipts.provider, cashProvider)),
);

const isFailedWebhook = and(isNotNull(webhookInbox.failedAt), isNull(webhookInbox.handledAt));

/** Counts the refunds that staff must act on, as a query or as a column of another query. */
export const countManualRefunds = ({ db }: Shop) =>
  db.$count(sql`${refunds} inner join ${receipts} on ${eq(receipts.id, refunds.receiptId)}`, isManualRefund);

/** Counts the failed webhook events of providers, as a query or as a column of another query. */
export const countFailedWebhooks = ({ db }: Shop) => db.$count(webhookInbox, isFailedWebhook);

/** Lists the failed webhook events of providers, newest first. `kind` is the provider's name. */
export function listFailedWebhooks({ db }: Shop, limit: number) {
  return db
    .select({
      id: webhookInbox.eventId,
      kind: webhookInbox.provider,
      at: webhookInbox.receivedAt,
      error: webhookInbox.lastError,
    })
    .from(webhookInbox)
    .where(isFailedWebhook)
    .orderBy(desc(webhookInbox.receivedAt))
    .limit(limit);
}
