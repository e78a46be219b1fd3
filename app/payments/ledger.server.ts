import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { payments, receipts, refunds } from './tables.server.ts';

/** The provider name that is stored for cash payments. */
export const cashProvider = 'cash';

/** Lists the receipts of these orders, oldest first. `refundedPaise` includes the amounts of pending and failed refunds. */
export async function listReceipts(shop: Shop, references: readonly string[]) {
  if (references.length === 0) return [];
  return shop.db
    .select({
      receiptId: receipts.id,
      reference: payments.reference,
      provider: receipts.provider,
      amountPaise: receipts.amountPaise,
      refundedPaise: sql<number>`(select coalesce(sum(r.amount_paise), 0)::float8 from ${refunds} r where r.receipt_id = ${receipts.id})`,
      at: receipts.at,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(inArray(payments.reference, [...references]))
    .orderBy(asc(receipts.at), asc(receipts.id));
}

/** Lists the refunds of these orders, oldest first. `reference` is the order's id. */
export async function listRefunds(shop: Shop, references: readonly string[]) {
  if (references.length === 0) return [];
  return shop.db
    .select({ ...getTableColumns(refunds), reference: payments.reference, provider: receipts.provider })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(inArray(payments.reference, [...references]))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export type RefundRow = Awaited<ReturnType<typeof listRefunds>>[number];

/**
 * Inserts a cash payment for `reference` with its receipt. Stores the order number `number` in place of the provider's ids. Does
 * nothing if `reference` already has a payment, or if a cash payment has this number. The worker never polls cash payments.
 */
export async function insertCashReceipt(
  tx: Tx,
  { reference, number, amountPaise }: { reference: string; number: string; amountPaise: number },
): Promise<void> {
  const now = tx.clock.now();
  const [payment] = await tx.db
    .insert(payments)
    .values({ reference, provider: cashProvider, providerOrderId: number, amountPaise, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (!payment) return;
  await tx.db.insert(receipts).values({
    paymentId: payment.id,
    provider: cashProvider,
    providerPaymentId: number,
    amountPaise,
    at: now,
  });
}
