import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { backoffByTries, leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { type PaymentProvider, ProviderRejected } from './provider.ts';
import { payments, receipts, refunds } from './tables.server.ts';

const queue = leaseQueue({
  table: refunds,
  key: 'id',
  isOpen: isNull(refunds.sentAt),
  leaseMs: minutes(2),
  limit: 20,
  waitAfter: (row, error) => (error instanceof ProviderRejected ? undefined : backoffByTries(row)),
  // The provider's webhook can settle a refund before the response to the request arrives, or if it is lost.
  mayWrite: () => isNull(refunds.sentAt),
  failure: { level: 'error', message: 'a refund was not sent', subject: ({ id }) => ({ refund: id }) },
});

/**
 * Sends pending refunds to the provider, each under its own key, so that a lost response refunds nothing twice. A refund
 * that the provider rejects fails at once. Returns the number of accepted refunds.
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
      if (!receipt) throw new Error(`the receipt of refund ${id} is gone`);
      const response = await provider.refund({ key: id, paymentId: receipt.paymentId, amountPaise });
      if (response.status === 'failed')
        throw new ProviderRejected(`the provider could not send refund ${response.id}`);
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
 * Retries a failed refund of `reference` under the same key, so that nothing is refunded twice. A refund that the provider
 * accepted and that failed there is not sent again. Returns false if there is no such failed refund.
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
 * Applies the provider's webhook about a refund. A failed refund waits for a staff member. If the webhook arrives before
 * the response to the request, the refund is found by its key.
 */
export async function settleRefund(
  shop: Shop,
  reported: { refundId: string; receipt: string | undefined; status: 'processed' | 'failed' },
): Promise<void> {
  const now = shop.clock.now();
  const { refundId, receipt, status } = reported;
  const byKey = and(isNull(refunds.providerRefundId), sql`${refunds.id}::text = ${receipt ?? ''}`);
  const known = and(or(eq(refunds.providerRefundId, refundId), byKey), isNull(refunds.doneAt));
  const end =
    status === 'processed'
      ? { doneAt: now, failedAt: null, lastError: null }
      : { failedAt: now, lastError: 'The provider says that it failed.' };
  const settled = await shop.db
    .update(refunds)
    .set({
      ...end,
      providerRefundId: refundId,
      sentAt: sql`coalesce(${refunds.sentAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(known)
    .returning({ id: refunds.id });
  if (status === 'processed') return;
  for (const { id } of settled) shop.log.error({ refund: id }, 'the provider says that a refund failed');
}
