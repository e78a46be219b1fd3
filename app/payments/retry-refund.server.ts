import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { payments, receipts, refunds } from './tables.server.ts';

/**
 * Has the provider asked once more for a refund of `reference` that it refused, under the same key, so that nothing goes
 * back twice. One that the provider had taken on, and that failed there, is not asked for again. False when no such
 * refund is set aside under this id.
 */
export async function retryRefund(
  tx: Shop,
  { reference, refundId }: { reference: string; refundId: string },
): Promise<boolean> {
  const ofReference = tx.db
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(payments.reference, reference));
  const asked = await tx.db
    .update(refunds)
    .set({ failedAt: null, nextTryAt: tx.clock.now() })
    .where(
      and(
        sql`${refunds.id}::text = ${refundId}`,
        isNotNull(refunds.failedAt),
        isNull(refunds.sentAt),
        inArray(refunds.receiptId, ofReference),
      ),
    )
    .returning({ id: refunds.id });
  return asked.length > 0;
}
