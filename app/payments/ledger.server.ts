import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { payments, receipts, refunds } from './tables.server.ts';

/** A receipt: money received for an order. */
export type Received = {
  receiptId: string;
  /** The id of the order that was paid. */
  reference: string;
  provider: string;
  amountPaise: number;
  /** The sum refunded, pending refunds included. */
  refundedPaise: number;
  at: Date;
};

/** A refund of a receipt. */
export type Refunded = {
  id: string;
  reference: string;
  provider: string;
  amountPaise: number;
  reason: string;
  createdAt: Date;
  sentAt: Date | null;
  doneAt: Date | null;
};

/** The provider name of payments in cash. */
export const cash = 'cash';

/** Lists the receipts of these orders, oldest first. */
export async function listReceived(shop: Shop, references: readonly string[]): Promise<Received[]> {
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
export async function listRefunded(shop: Shop, references: readonly string[]): Promise<Refunded[]> {
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
    })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(inArray(payments.reference, [...references]))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/**
 * Inserts the receipt of a cash payment for `reference`, once. `number` takes the place of a provider's payment id; no
 * provider is asked about it.
 */
export async function insertCashReceipt(
  tx: Tx,
  paid: { reference: string; number: string; amountPaise: number },
): Promise<void> {
  const { reference, number, amountPaise } = paid;
  const now = tx.clock.now();
  const [payment] = await tx.db
    .insert(payments)
    .values({ reference, provider: cash, providerOrderId: number, amountPaise, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (!payment) return;
  await tx.db
    .insert(receipts)
    .values({ paymentId: payment.id, provider: cash, providerPaymentId: number, amountPaise, at: now });
}

/**
 * Marks a cash refund as paid back, by bank transfer or at the counter. `text` says how and is stored in place of a
 * provider's refund id. Returns false if no cash refund with this id is pending.
 */
export async function settleCash(shop: Shop, refundId: string, text: string): Promise<boolean> {
  const now = shop.clock.now();
  const ofCash = shop.db.select({ id: receipts.id }).from(receipts).where(eq(receipts.provider, cash));
  const settled = await shop.db
    .update(refunds)
    .set({ sentAt: now, doneAt: now, providerRefundId: `cash:${refundId}: ${text}` })
    .where(
      and(sql`${refunds.id}::text = ${refundId}`, isNull(refunds.doneAt), inArray(refunds.receiptId, ofCash)),
    )
    .returning({ id: refunds.id });
  return settled.length > 0;
}
