import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { hours, minutes } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import { payments, receipts, refunds } from './tables.server.ts';

export type Payment = typeof payments.$inferSelect;

/** Delay in milliseconds before the first poll of a payment. {@link pollNow} can make a payment due earlier. */
const firstPollDelay = hours(1);
/**
 * Delays in milliseconds between later polls. Together the delays cover three days, because a provider can change the state of a
 * payment during this time.
 */
const pollDelays = [minutes(15), hours(1), hours(6), hours(18), hours(48)];

/**
 * Creates the payment for an order, and creates an order at the provider. `reference` is the id of the shop's order. Idempotent.
 * Returns the provider's order id.
 */
export async function createPayment(
  shop: Shop,
  provider: PaymentProvider,
  { reference, receipt, amountPaise }: { reference: string; receipt: string; amountPaise: number },
): Promise<string> {
  const now = shop.clock.now();
  await shop.db
    .insert(payments)
    .values({
      reference,
      provider: provider.name,
      amountPaise,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + firstPollDelay),
    })
    .onConflictDoNothing();
  const payment = await readPayment(shop, reference);
  if (payment.providerOrderId !== null) return payment.providerOrderId;
  const { id } = await provider.createOrder({ receipt, amountPaise, currency: payment.currency });
  await shop.db
    .update(payments)
    .set({ providerOrderId: id })
    .where(and(eq(payments.id, payment.id), isNull(payments.providerOrderId)));
  const updated = await readPayment(shop, reference);
  return updated.providerOrderId ?? id;
}

async function readPayment(shop: Shop, reference: string): Promise<Payment> {
  const payment = await findPaymentOf(shop, reference);
  if (!payment) throw new Error(`no payment for reference ${reference}`);
  return payment;
}

/** Finds the payment for an order of the shop. `reference` is the order's id. Returns undefined if there is none. */
export async function findPaymentOf(shop: Shop, reference: string): Promise<Payment | undefined> {
  const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, reference));
  return payment;
}

/** Finds a payment by the provider's order id. Returns undefined if there is none. */
export async function findPayment(
  shop: Shop,
  { provider, providerOrderId }: { provider: string; providerOrderId: string },
): Promise<Payment | undefined> {
  const [payment] = await shop.db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerOrderId, providerOrderId)));
  return payment;
}

/** Inserts the receipt of a payment. Returns undefined if the provider's payment already has a receipt. */
export async function insertReceipt(
  tx: Tx,
  payment: Payment,
  paid: Pick<ProviderPayment, 'id' | 'amountPaise'>,
): Promise<{ id: string } | undefined> {
  const [receipt] = await tx.db
    .insert(receipts)
    .values({
      paymentId: payment.id,
      provider: payment.provider,
      providerPaymentId: paid.id,
      amountPaise: paid.amountPaise,
      at: tx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: receipts.id });
  return receipt;
}

/** Ends the polling of a payment, and clears its pending payment attempt. */
export async function closePayment(tx: Tx, paymentId: string): Promise<void> {
  const closed = { nextCheckAt: null, pendingAttempt: null };
  await tx.db.update(payments).set(closed).where(eq(payments.id, paymentId));
}

/** Stores the id of the payment attempt that the provider is processing. */
export async function setPendingAttempt(shop: Shop, paymentId: string, attemptId: string): Promise<void> {
  await shop.db.update(payments).set({ pendingAttempt: attemptId }).where(eq(payments.id, paymentId));
}

/** Clears the pending payment attempt after this attempt has failed. Does nothing if a different attempt is pending. */
export async function clearPendingAttempt(shop: Shop, paymentId: string, attemptId: string): Promise<void> {
  await shop.db
    .update(payments)
    .set({ pendingAttempt: null })
    .where(and(eq(payments.id, paymentId), eq(payments.pendingAttempt, attemptId)));
}

/** Returns the ids of those orders in `references` whose payment has a pending payment attempt. */
export async function listPendingPayments(shop: Shop, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await shop.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(inArray(payments.reference, [...references]), isNotNull(payments.pendingAttempt)));
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * Queues a refund, which the payment worker sends to the provider. Staff pay refunds of cash payments by hand. Locks the receipt,
 * so that concurrent refunds cannot exceed its amount.
 * @throws RangeError unless `amountPaise` is a whole number from 1 to the unrefunded amount
 */
export async function queueRefund(
  shop: Shop,
  { receiptId, amountPaise, reason }: { receiptId: string; amountPaise: number; reason: string },
): Promise<{ id: string }> {
  return inTransaction(shop, async (tx) => {
    const [receipt] = await tx.db
      .select({ amountPaise: receipts.amountPaise })
      .from(receipts)
      .where(eq(receipts.id, receiptId))
      .for('update');
    const [refunded] = await tx.db
      .select({ sum: sql<number>`coalesce(sum(${refunds.amountPaise}), 0)::float8` })
      .from(refunds)
      .where(eq(refunds.receiptId, receiptId));
    const unrefunded = (receipt?.amountPaise ?? 0) - (refunded?.sum ?? 0);
    if (!Number.isSafeInteger(amountPaise) || amountPaise < 1 || amountPaise > unrefunded)
      throw new RangeError(
        `cannot refund ${amountPaise} paise: ${unrefunded} paise of receipt ${receiptId} are left`,
      );
    const now = tx.clock.now();
    const [refund] = await tx.db
      .insert(refunds)
      .values({ receiptId, amountPaise, reason, createdAt: now, nextTryAt: now })
      .returning({ id: refunds.id });
    if (!refund) throw new Error('insert into refunds returned no row');
    return refund;
  });
}

/**
 * Claims the provider's payment that has been due for the longest time. Other processes then skip this payment. Schedules its
 * next poll, or ends polling after the last of {@link pollDelays}. Returns undefined if no payment is due.
 */
export async function claimDuePayment(shop: Shop, provider: string): Promise<Payment | undefined> {
  const now = shop.clock.now();
  const due = shop.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), sql`${payments.nextCheckAt} <= ${sqlTime(now)}`))
    .orderBy(asc(payments.nextCheckAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const delays = sql.join(
    pollDelays.map(
      (ms, checks) =>
        sql`when ${checks}::int then ${sqlTime(now)} + make_interval(secs => ${ms / 1000}::float8)`,
    ),
    sql` `,
  );
  const [payment] = await shop.db
    .update(payments)
    .set({ checks: sql`${payments.checks} + 1`, nextCheckAt: sql`case ${payments.checks} ${delays} end` })
    .where(sql`${payments.id} = (${due})`)
    .returning();
  return payment;
}

/** Makes the payments for these orders due for polling at once. Skips closed payments and payments that were already polled. */
export async function pollNow(shop: Shop, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  const now = shop.clock.now();
  await shop.db
    .update(payments)
    .set({ nextCheckAt: now })
    .where(
      and(
        inArray(payments.reference, [...references]),
        eq(payments.checks, 0),
        sql`${payments.nextCheckAt} > ${sqlTime(now)}`,
      ),
    );
}
