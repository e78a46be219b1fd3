import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { backoffByTries, leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { cashProvider } from './ledger.server.ts';
import { type PaymentProvider, ProviderRejected } from './provider.ts';
import { payments, receipts, refunds } from './tables.server.ts';

const queue = leaseQueue({
  table: refunds,
  key: 'id',
  isOpen: isNull(refunds.sentAt),
  leaseMs: minutes(2),
  limit: 20,
  waitAfter: (row, error) => (error instanceof ProviderRejected ? undefined : backoffByTries(row)),
  // The provider's webhook can settle a refund before the response arrives. The response must not overwrite the settled
  // refund.
  mayWrite: () => isNull(refunds.sentAt),
  failure: { level: 'error', message: 'failed to send a refund', subject: ({ id }) => ({ refund: id }) },
});

/**
 * Sends up to 20 due refunds of this provider. Each refund has its own idempotency key, so a retry refunds nothing twice. A
 * refund fails at once if the provider rejects it, otherwise after six tries. Returns the number of accepted refunds.
 */
export function sendRefunds(shop: Shop, provider: PaymentProvider): Promise<number> {
  const ofProvider = shop.db
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.provider, provider.name));
  return queue.runOnce(
    shop,
    async ({ id, receiptId, amountPaise }) => {
      const [receipt] = await shop.db
        .select({ paymentId: receipts.providerPaymentId })
        .from(receipts)
        .where(eq(receipts.id, receiptId));
      if (!receipt) throw new Error(`no receipt for refund ${id}`);
      const response = await provider.refund({ key: id, paymentId: receipt.paymentId, amountPaise });
      if (response.status === 'failed')
        throw new ProviderRejected(`refund ${response.id} failed at the provider`);
      const sentAt = shop.clock.now();
      return {
        sentAt,
        providerRefundId: response.id,
        ...(response.status === 'processed' ? { doneAt: sentAt } : {}),
      };
    },
    { where: inArray(refunds.receiptId, ofProvider) },
  );
}

/**
 * Makes a failed refund of `reference` due again, under the same idempotency key. A refund that failed after the provider
 * had accepted it is not retried. Returns false if no refund was made due.
 */
export async function retryRefund(
  tx: Tx,
  { reference, refundId }: { reference: string; refundId: string },
): Promise<boolean> {
  const ofReference = tx.db
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(payments.reference, reference));
  const retried = await queue.retry(
    tx,
    and(
      sql`${refunds.id}::text = ${refundId}`,
      isNull(refunds.sentAt),
      inArray(refunds.receiptId, ofReference),
    ),
  );
  return retried > 0;
}

/**
 * Applies the provider's webhook event about a refund. If it arrives before the response to the refund request, the refund is
 * found by `receipt`, its idempotency key. Ignores events about unknown or done refunds. A failed refund is not retried.
 */
export async function settleRefund(
  shop: Shop,
  reported: { refundId: string; receipt: string | undefined; status: 'processed' | 'failed' },
): Promise<void> {
  const now = shop.clock.now();
  const { refundId, receipt, status } = reported;
  const byKey = and(isNull(refunds.providerRefundId), sql`${refunds.id}::text = ${receipt ?? ''}`);
  const isOpenRefund = and(or(eq(refunds.providerRefundId, refundId), byKey), isNull(refunds.doneAt));
  const changes =
    status === 'processed'
      ? { doneAt: now, failedAt: null, lastError: null }
      : { failedAt: now, lastError: 'The provider says that it failed.' };
  const settled = await shop.db
    .update(refunds)
    .set({
      ...changes,
      providerRefundId: refundId,
      sentAt: sql`coalesce(${refunds.sentAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(isOpenRefund)
    .returning({ id: refunds.id });
  if (status === 'processed') return;
  for (const { id } of settled) shop.log.error({ refund: id }, 'refund failed at the provider');
}

/** Condition on refunds joined with their receipts: staff must act, as the refund failed or was paid in cash. */
export const isManualRefund = and(
  isNull(refunds.doneAt),
  or(isNotNull(refunds.failedAt), eq(receipts.provider, cashProvider)),
);

/** Counts the refunds that staff must act on, as a query or as a column of another query. */
export const countManualRefunds = ({ db }: Shop) =>
  db.$count(sql`${refunds} inner join ${receipts} on ${eq(receipts.id, refunds.receiptId)}`, isManualRefund);
