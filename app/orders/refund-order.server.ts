import type { Shop, Tx } from '../foundation/shop.server.ts';
import { cashProvider, listReceipts } from '../payments/ledger.server.ts';
import { queueRefund } from '../payments/payments.server.ts';
import { minRefundPaise } from '../payments/provider.ts';
import { settleManualRefund } from '../payments/refunds.server.ts';
import { NoSuchRefund, NoSuchTransition, RefundTooMuch, RefundTooSmall, reasonNeededIn } from './contract.ts';
import { creditRefund } from './invoices/invoices.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import type { Order } from './orders.server.ts';

/**
 * Returns the receipts of an order, and the sums of their received, refunded and refundable amounts in paise. The order must be
 * locked if it will be refunded.
 */
export async function readRefundBalance(shop: Shop, orderId: string) {
  const received = await listReceipts(shop, [orderId]);
  const receipts = received.map((receipt) => ({
    ...receipt,
    refundablePaise: receipt.amountPaise - receipt.refundedPaise,
  }));
  return {
    receipts,
    refundablePaise: receipts.reduce((sum, { refundablePaise }) => sum + refundablePaise, 0),
    refundedPaise: receipts.reduce((sum, { refundedPaise }) => sum + refundedPaise, 0),
    receivedPaise: receipts.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
}

/**
 * Queues refunds of `amountPaise` from the order's receipts, one receipt after the other. If `amountPaise` is undefined, refunds
 * everything refundable. Issues a credit note for the part that the order's credit notes do not cover. The order must be locked.
 * Returns the refunded amount. `isCash` is true if a part of the amount was paid in cash.
 * @throws RefundTooMuch (409), also for a negative or fractional amount; RefundTooSmall (409) if the refund from a provider's
 * receipt, or the rest that is left to refund later, is less than {@link minRefundPaise}. A refund of everything refundable is
 * never too small, because a cancellation must not fail. If the provider rejects such a refund, staff can pay it by hand.
 */
export async function refundReceipts(
  tx: Tx,
  order: Order,
  { amountPaise, reason }: { amountPaise?: number | undefined; reason: string },
): Promise<{ refundPaise: number; isCash: boolean }> {
  const received = await readRefundBalance(tx, order.id);
  const refundPaise = amountPaise ?? received.refundablePaise;
  if (!Number.isSafeInteger(refundPaise) || refundPaise < 0 || refundPaise > received.refundablePaise)
    throw RefundTooMuch();
  const parts = splitRefund(received.receipts, refundPaise);
  if (refundPaise < received.refundablePaise) for (const part of parts) assertNotTooSmall(part);
  for (const { receiptId, partPaise } of parts) {
    const { id } = await queueRefund(tx, { receiptId, amountPaise: partPaise, reason });
    const refundedPaise = await readRefundedPrice(tx, order);
    await creditRefund(tx, { order, refundId: id, amountPaise: partPaise, refundedPaise });
  }
  return { refundPaise, isCash: parts.some(({ provider }) => provider === cashProvider) };
}

/**
 * Returns how much of the order's price was refunded, in paise. Excludes the refund of a second payment, which needs no credit
 * note because it is not for goods.
 */
export async function readRefundedPrice(
  shop: Shop,
  { id, totalPaise }: Pick<Order, 'id' | 'totalPaise'>,
): Promise<number> {
  const { receivedPaise, refundedPaise } = await readRefundBalance(shop, id);
  return Math.max(0, refundedPaise - Math.max(0, receivedPaise - totalPaise));
}

type Receipt = Awaited<ReturnType<typeof readRefundBalance>>['receipts'][number];
type RefundPart = Receipt & { partPaise: number };

/** Splits a refund between the receipts, oldest first. Omits receipts from which nothing is refunded. */
function splitRefund(receipts: readonly Receipt[], refundPaise: number): RefundPart[] {
  let openPaise = refundPaise;
  return receipts.flatMap((receipt) => {
    const partPaise = Math.min(openPaise, receipt.refundablePaise);
    openPaise -= partPaise;
    return partPaise === 0 ? [] : [{ ...receipt, partPaise }];
  });
}

/**
 * @throws RefundTooSmall (409) if the provider cannot refund so small an amount, or could not refund the rest of the receipt
 * later
 */
function assertNotTooSmall({ provider, partPaise, refundablePaise }: RefundPart): void {
  if (provider === cashProvider) return;
  const restPaise = refundablePaise - partPaise;
  const isRestTooSmall = restPaise > 0 && restPaise < minRefundPaise;
  if (partPaise >= minRefundPaise && !isRestTooSmall) return;
  const message = partPaise < minRefundPaise ? RefundTooSmall.text : restTooSmallText;
  throw RefundTooSmall(message, [{ field: 'amount', message }]);
}

const restTooSmallText =
  'After this refund, less than ₹1 could still be refunded, which is too little for the bank. Please refund the whole amount, or leave at least ₹1.';

/**
 * Refunds an order in whole or in part for the merchant, and queues an email. Does not change the order's state. Refunds nothing
 * if the refunded sum is not `refundedBefore`, which the merchant saw, so a repeated request has no effect.
 * @throws RefundTooMuch (409), also if nothing would be refunded; RefundTooSmall (409); NoSuchTransition (409) if the sum differs;
 * ReasonNeeded (400)
 */
export async function refundOrder(
  tx: Tx,
  order: Order,
  input: { amountPaise?: number; reason: string; refundedBefore?: number },
): Promise<Order> {
  const reason = input.reason.trim();
  if (reason === '') throw reasonNeededIn('reason');
  if (input.refundedBefore !== undefined) {
    const { refundedPaise } = await readRefundBalance(tx, order.id);
    if (refundedPaise !== input.refundedBefore) throw NoSuchTransition();
  }
  const { amountPaise } = input;
  const { refundPaise, isCash } = await refundReceipts(tx, order, { amountPaise, reason });
  if (refundPaise === 0) throw RefundTooMuch('The whole amount of this order is already refunded.');
  await queueOrderEmail(tx, order, { kind: 'refund', amountPaise: refundPaise, reason, isCash });
  return order;
}

/**
 * Marks a refund of an order as paid by the merchant: the refund of a cash payment, or a refund that failed at the provider.
 * `text` states how the merchant paid, such as the number of a bank transfer. Afterwards the refund is never sent to the provider
 * again.
 * @throws NoSuchRefund (404) unless the order has this refund and it still has to be paid by hand; ReasonNeeded (400) for an
 * empty `text`
 */
export async function settleRefundByHand(
  shop: Shop,
  orderId: string,
  { refundId, text }: { refundId: string; text: string },
): Promise<void> {
  const note = text.trim();
  if (note === '') throw reasonNeededIn('text', 'Please write how the amount was refunded.');
  if (!(await settleManualRefund(shop, { reference: orderId, refundId, note }))) throw NoSuchRefund();
}
