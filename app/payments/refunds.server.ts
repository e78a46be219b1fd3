import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { type PaymentProvider, ProviderRejected } from './provider.ts';
import { receipts, refunds } from './tables.server.ts';

const minute = 60_000;
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
const leaseMs = 2 * minute;
const refundsPerRun = 20;

type Refund = typeof refunds.$inferSelect;

/**
 * Asks the provider for the refunds that wait. Each is asked for under its own key, so that a lost answer gives back
 * nothing twice. What the provider refuses for good is parked for a person. Answers how many were taken on.
 */
export async function sendRefunds(shop: Shop, provider: PaymentProvider): Promise<number> {
  let sent = 0;
  for (let taken = 0; taken < refundsPerRun; taken++) {
    const refund = await claimDue(shop, provider.name);
    if (!refund) break;
    if (await send(shop, provider, refund)) sent++;
  }
  return sent;
}

async function claimDue(shop: Shop, provider: string): Promise<Refund | undefined> {
  const now = shop.clock.now();
  const due = shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
    .where(
      and(
        eq(receipts.provider, provider),
        isNull(refunds.sentAt),
        isNull(refunds.failedAt),
        sql`${refunds.nextTryAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(refunds.nextTryAt))
    .limit(1)
    .for('update', { of: refunds, skipLocked: true });
  const [taken] = await shop.db
    .update(refunds)
    .set({ tries: sql`${refunds.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where(sql`${refunds.id} = (${due})`)
    .returning();
  return taken;
}

async function send(shop: Shop, provider: PaymentProvider, refund: Refund): Promise<boolean> {
  const mine = and(eq(refunds.id, refund.id), eq(refunds.tries, refund.tries), isNull(refunds.sentAt));
  const now = shop.clock.now();
  const { id, amountPaise, tries } = refund;
  try {
    const [receipt] = await shop.db
      .select({ paymentId: receipts.providerPaymentId })
      .from(receipts)
      .where(eq(receipts.id, refund.receiptId));
    if (!receipt) throw new Error(`the receipt of refund ${id} is gone`);
    const answer = await provider.refund({ key: id, paymentId: receipt.paymentId, amountPaise });
    if (answer.status === 'failed')
      throw new ProviderRejected(`the provider could not send refund ${answer.id}`);
    await shop.db
      .update(refunds)
      .set({
        sentAt: now,
        providerRefundId: answer.id,
        lastError: null,
        ...(answer.status === 'processed' ? { doneAt: now } : {}),
      })
      .where(mine);
    return true;
  } catch (error) {
    const wait = error instanceof ProviderRejected ? undefined : waits[tries - 1];
    const after = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
    const lastError = error instanceof Error ? error.message : String(error);
    await shop.db
      .update(refunds)
      .set({ lastError, ...after })
      .where(mine);
    shop.log.error({ refund: id, tries, parked: wait === undefined, err: error }, 'a refund was not sent');
    return false;
  }
}

/**
 * What the provider says of a refund that it has taken on. One that failed is parked for a person. The news may be here
 * before the answer to our asking is, or that answer was lost: then the refund is known by the key it was asked for with.
 */
export async function settleRefund(
  shop: Shop,
  told: { refundId: string; receipt: string | undefined; status: 'processed' | 'failed' },
): Promise<void> {
  const now = shop.clock.now();
  const { refundId, receipt, status } = told;
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
