import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { recordEvent, type ShopEvent } from '../foundation/jobs/events.server.ts';
import { backoffByTries, leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { cashProvider } from './ledger.server.ts';
import { type PaymentProvider, ProviderRejected } from './provider.ts';
import { payments, receipts, refunds } from './tables.server.ts';

function failureEvent({
  id,
  amountPaise,
}: Pick<typeof refunds.$inferSelect, 'id' | 'amountPaise'>): ShopEvent {
  return { kind: 'refund-failed', payload: { refundId: id, amountPaise } };
}

const queue = leaseQueue({
  table: refunds,
  key: 'id',
  isOpen: isNull(refunds.sentAt),
  leaseMs: minutes(2),
  limit: 20,
  waitAfter: (row, error) => (error instanceof ProviderRejected ? undefined : backoffByTries(row)),
  // A webhook event can set `sentAt` before the provider's response to the request arrives. The response then changes nothing.
  mayWrite: () => isNull(refunds.sentAt),
  failureEvent,
  failure: { level: 'error', message: 'failed to send a refund', subject: ({ id }) => ({ refund: id }) },
});

/**
 * Sends up to 20 due refunds of this provider. Each refund has its own idempotency key, so a retry does not refund the money
 * twice. A refund fails at once if the provider rejects it. After other errors, it fails after six tries. Returns the number of
 * accepted refunds.
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
 * Queues a failed refund again, with the same idempotency key. `reference` is the order's id. Does nothing if the provider had
 * accepted the refund before it failed, or if staff have paid it by hand. Returns false if no refund was queued.
 */
export async function retryRefund(
  tx: Tx,
  { reference, refundId }: { reference: string; refundId: string },
): Promise<boolean> {
  const ofReference = receiptIdsOf(tx, reference);
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

/** Selects the receipts of an order. If `provider` is given, selects only receipts of this provider. */
const receiptIdsOf = ({ db }: Shop, reference: string, provider?: string) =>
  db
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(payments.reference, reference), provider ? eq(receipts.provider, provider) : undefined));

/**
 * Marks a refund of a cash payment, or a failed refund, as paid by hand. `note` says how the merchant paid; {@link handNoteOf}
 * reads it. Workers and webhook events then do not change the refund. Returns false if the order `reference` has no such refund,
 * or if the refund is already paid.
 */
export async function settleManualRefund(
  shop: Shop,
  { reference, refundId, note }: { reference: string; refundId: string; note: string },
): Promise<boolean> {
  const now = shop.clock.now();
  const by = sql`case when ${refunds.failedAt} is null then 'cash' else 'hand' end`;
  const idSoFar = sql`coalesce(${refunds.providerRefundId}, ${refunds.id}::text)`;
  const settled = await shop.db
    .update(refunds)
    .set({
      sentAt: sql`coalesce(${refunds.sentAt}, ${sqlTime(now)})`,
      doneAt: now,
      providerRefundId: sql`${by} || ':' || ${idSoFar} || ': ' || ${note}::text`,
    })
    .where(
      and(
        sql`${refunds.id}::text = ${refundId}`,
        isNull(refunds.doneAt),
        // The UPDATE checks that the refund is still failed, because a concurrent retry may have queued it again.
        or(
          and(isNotNull(refunds.failedAt), inArray(refunds.receiptId, receiptIdsOf(shop, reference))),
          inArray(refunds.receiptId, receiptIdsOf(shop, reference, cashProvider)),
        ),
      ),
    )
    .returning({ id: refunds.id });
  return settled.length > 0;
}

/**
 * Returns the note on how staff paid a refund by hand. Returns null for other refunds. {@link settleManualRefund} stores the note
 * in `providerRefundId`: as `cash:{id}: {note}` for a cash refund, and as `hand:{id}: {note}` for a failed refund. `{id}` is the
 * provider's refund id, or the row's id if the provider has never accepted the refund.
 */
export const handNoteOf = ({ providerRefundId }: { providerRefundId: string | null }): string | null =>
  /^(?:cash|hand):[^:]*: (.*)$/s.exec(providerRefundId ?? '')?.[1] ?? null;

/**
 * Applies a webhook event about a refund. Finds the refund by the provider's id, or by `receipt`, which is the refund's
 * idempotency key. Ignores unknown and completed refunds. Marks a refund that the provider reports as failed, but does not retry
 * it. Logs an error if the provider has paid a refund that staff have also paid by hand.
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
  const settled = await inTransaction(shop, async (tx) => {
    const rows = await tx.db
      .update(refunds)
      .set({
        ...changes,
        providerRefundId: refundId,
        sentAt: sql`coalesce(${refunds.sentAt}, ${sqlTime(now)})`,
      })
      .where(isOpenRefund)
      .returning({ id: refunds.id, amountPaise: refunds.amountPaise });
    if (status === 'failed') await recordEvent(tx, ...rows.map(failureEvent));
    return rows;
  });
  if (status === 'processed') {
    if (settled.length === 0) await logPaidTwice(shop, { refundId, receipt });
    return;
  }
  for (const { id } of settled) shop.log.error({ refund: id }, 'refund failed at the provider');
}

/**
 * Logs an error if staff have also paid the refund by hand. Called after the provider has reported that it has paid the refund.
 * Finds the refund by the provider's id or by its key.
 */
async function logPaidTwice(
  shop: Shop,
  { refundId, receipt }: { refundId: string; receipt: string | undefined },
): Promise<void> {
  const isSettled = sql`starts_with(${refunds.providerRefundId}, 'hand:')`;
  const hasProviderId = sql`starts_with(${refunds.providerRefundId}, ${`hand:${refundId}: `}::text)`;
  const hasKey = sql`${refunds.id}::text = ${receipt ?? ''}`;
  const paidTwice = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isSettled, or(hasKey, hasProviderId)));
  for (const { id } of paidTwice)
    shop.log.error({ refund: id }, 'the provider has paid a refund that was settled by hand');
}

/**
 * SQL condition that selects the refunds on which staff must act: failed refunds, and refunds of cash payments. The query must
 * join refunds with receipts.
 */
export const isManualRefund = and(
  isNull(refunds.doneAt),
  or(isNotNull(refunds.failedAt), eq(receipts.provider, cashProvider)),
);

/** SQL that counts the refunds on which staff must act. Usable as a query or as a column of another query. */
export const countManualRefunds = ({ db }: Shop) =>
  db.$count(sql`${refunds} inner join ${receipts} on ${eq(receipts.id, refunds.receiptId)}`, isManualRefund);
