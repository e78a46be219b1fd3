import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { payments, receipts, refunds } from './tables.server.ts';

/** Money received for an order. */
type ReceiptRow = {
  receiptId: string;
  /** The id of the paid order. */
  reference: string;
  provider: string;
  amountPaise: number;
  /** The sum of all refunds in paise, including pending and failed refunds. */
  refundedPaise: number;
  at: Date;
};

/** A refund of a receipt. */
export type RefundRow = {
  id: string;
  reference: string;
  provider: string;
  amountPaise: number;
  reason: string;
  createdAt: Date;
  sentAt: Date | null;
  doneAt: Date | null;
  failedAt: Date | null;
  lastError: string | null;
  /** The provider's id of the refund. For cash: see {@link settleRefundOfCashPayment}. */
  providerRefundId: string | null;
};

/** Provider name of payments in cash. */
export const cashProvider = 'cash';

/** Lists the receipts of these orders, oldest first. */
export async function listReceipts(shop: Shop, references: readonly string[]): Promise<ReceiptRow[]> {
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

/** Lists the refunds of these orders, oldest first. */
export async function listRefunds(shop: Shop, references: readonly string[]): Promise<RefundRow[]> {
  if (references.length === 0) return [];
  return shop.db
    .select({
      id: refunds.id,
      reference: payments.reference,
      provider: receipts.provider,
      amountPaise: refunds.amountPaise,
      reason: refunds.reason,
      createdAt: refunds.createdAt,
      sentAt: refunds.sentAt,
      doneAt: refunds.doneAt,
      failedAt: refunds.failedAt,
      lastError: refunds.lastError,
      providerRefundId: refunds.providerRefundId,
    })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(inArray(payments.reference, [...references]))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/**
 * Inserts a cash payment for `reference` with its receipt. `number` is stored in place of a provider's ids. Does nothing if
 * `reference` already has a payment, or if a cash payment with this number exists. Cash payments are never polled.
 */
export async function insertCashReceipt(
  tx: Tx,
  paid: { reference: string; number: string; amountPaise: number },
): Promise<void> {
  const { reference, number, amountPaise } = paid;
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

/**
 * Marks the refund of a cash payment of `reference` as paid. `note` says how the merchant paid. The refund's id and the note
 * are stored in place of a provider's refund id. Returns false if no open refund of such a payment has this id.
 */
export async function settleRefundOfCashPayment(
  shop: Shop,
  { reference, refundId, note }: { reference: string; refundId: string; note: string },
): Promise<boolean> {
  const now = shop.clock.now();
  const ofCash = shop.db
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(receipts.provider, cashProvider), eq(payments.reference, reference)));
  const settled = await shop.db
    .update(refunds)
    .set({ sentAt: now, doneAt: now, providerRefundId: `cash:${refundId}: ${note}` })
    .where(
      and(sql`${refunds.id}::text = ${refundId}`, isNull(refunds.doneAt), inArray(refunds.receiptId, ofCash)),
    )
    .returning({ id: refunds.id });
  return settled.length > 0;
}
