import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { cashProvider, listReceipts, settleCashRefund } from '../payments/ledger.server.ts';
import { queueRefund } from '../payments/payments.server.ts';
import { NoSuchOrder, NoSuchRefund, NoSuchTransition, ReasonNeeded, RefundTooMuch } from './contract.ts';
import { issueCreditNote } from './invoices/invoices.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { lockOrder, type Order } from './orders.server.ts';

/** Lists the receipts of an order with the amounts not refunded yet. The order must be locked. */
export async function readReceipts(tx: Tx, orderId: string) {
  const received = await listReceipts(tx, [orderId]);
  const left = received.map((one) => ({ ...one, refundablePaise: one.amountPaise - one.refundedPaise }));
  return {
    receipts: left.filter(({ refundablePaise }) => refundablePaise > 0),
    refundablePaise: left.reduce((sum, { refundablePaise }) => sum + refundablePaise, 0),
    refundedPaise: left.reduce((sum, { refundedPaise }) => sum + refundedPaise, 0),
    receivedPaise: left.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
}

/**
 * Queues refunds of an amount, or of everything left, spread over the order's receipts, with a credit note for each if the
 * order has an invoice. The order must be locked. Returns the amount and whether a part of it was paid in cash.
 * @throws RefundTooMuch (409)
 */
export async function refundReceipts(
  tx: Tx,
  order: Order,
  { amountPaise, reason }: { amountPaise?: number | undefined; reason: string },
): Promise<{ refundPaise: number; isCash: boolean }> {
  const received = await readReceipts(tx, order.id);
  const refundPaise = amountPaise ?? received.refundablePaise;
  if (!Number.isSafeInteger(refundPaise) || refundPaise < 0 || refundPaise > received.refundablePaise)
    throw RefundTooMuch();
  let open = refundPaise;
  let isCash = false;
  for (const { receiptId, refundablePaise, provider } of received.receipts) {
    const part = Math.min(open, refundablePaise);
    if (part === 0) break;
    open -= part;
    isCash ||= provider === cashProvider;
    const { id } = await queueRefund(tx, { receiptId, amountPaise: part, reason });
    await issueCreditNote(tx, { order, refundId: id, amountPaise: part });
  }
  return { refundPaise, isCash };
}

/**
 * Refunds an order in whole or in part for the merchant. The state stays. Does nothing if the sum refunded is no longer
 * `refundedBefore` (in paise), so a repeated request refunds nothing twice.
 * @throws NoSuchOrder (404); RefundTooMuch, NoSuchTransition (409); ReasonNeeded (400)
 */
export async function refundOrder(
  shop: Shop,
  orderId: string,
  input: { amountPaise?: number; reason: string; refundedBefore?: number },
): Promise<Order> {
  const reason = input.reason.trim();
  if (reason === '') throw ReasonNeeded(undefined, [{ field: 'reason', message: ReasonNeeded().message }]);
  const refunded = await inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw NoSuchOrder();
    if (input.refundedBefore !== undefined) {
      const { refundedPaise } = await readReceipts(tx, orderId);
      if (refundedPaise !== input.refundedBefore) throw NoSuchTransition();
    }
    const { refundPaise, isCash } = await refundReceipts(tx, order, {
      amountPaise: input.amountPaise,
      reason,
    });
    if (refundPaise === 0) throw RefundTooMuch('Nothing is left that could go back.');
    await queueOrderEmail(tx, order, { kind: 'refund', amountPaise: refundPaise, reason, isCash });
    return order;
  });
  shop.wakeEmailWorker();
  return refunded;
}

/**
 * Records that the merchant has paid a cash refund back; `text` says how, such as the number of the bank transfer.
 * @throws NoSuchRefund (404) if the refund is not of cash or is settled; ReasonNeeded (400)
 */
export async function settleRefundByHand(shop: Shop, refundId: string, text: string): Promise<void> {
  const how = text.trim();
  if (how === '')
    throw ReasonNeeded('How did the money go back?', [
      { field: 'text', message: 'How did the money go back?' },
    ]);
  if (!(await settleCashRefund(shop, refundId, how))) throw NoSuchRefund();
}
