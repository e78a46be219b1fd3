import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Shop } from '../app/foundation/shop.server.ts';
import type { Order } from '../app/orders/orders.server.ts';
import { payments, receipts, refunds } from '../app/payments/tables.server.ts';
import { pretendBankOrders, pretendBankPayments } from '../sandbox/tables.server.ts';

const provider = 'pretend-bank';
const idOf = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

/** Inserts the payment of a past order. Also inserts it at the pretend bank, so that it can be refunded. */
export async function insertPastPayment({ db }: Shop, order: Order, at: Date): Promise<void> {
  const { id: reference, number: receipt, totalPaise: amountPaise } = order;
  const [bankOrder, bankPayment] = [idOf('order'), idOf('pay')];
  await db
    .insert(pretendBankOrders)
    .values({ id: bankOrder, receipt, amountPaise, currency: 'INR', createdAt: at });
  await db
    .insert(pretendBankPayments)
    .values({ id: bankPayment, orderId: bankOrder, state: 'captured', createdAt: at, settlesAt: at });
  const [payment] = await db
    .insert(payments)
    .values({ reference, provider, providerOrderId: bankOrder, amountPaise, createdAt: at })
    .returning();
  if (!payment) throw new Error('insert into payments returned no row');
  await db
    .insert(receipts)
    .values({ paymentId: payment.id, provider, providerPaymentId: bankPayment, amountPaise, at });
}

/** Inserts a refund of the whole payment of a past order. */
export async function insertPastRefund({ db }: Shop, order: Order, at: Date): Promise<void> {
  const [receipt] = await db
    .select({ id: receipts.id, amountPaise: receipts.amountPaise, bankPayment: receipts.providerPaymentId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(payments.reference, order.id));
  if (!receipt) throw new Error(`the past order ${order.number} has no receipt`);
  const { id: receiptId, amountPaise, bankPayment } = receipt;
  await db.insert(refunds).values({
    receiptId,
    amountPaise,
    reason: 'You cancelled the order.',
    createdAt: at,
    nextTryAt: at,
    tries: 1,
    providerRefundId: idOf('rfnd'),
    sentAt: at,
    doneAt: at,
  });
  await db
    .update(pretendBankPayments)
    .set({ refundedPaise: amountPaise })
    .where(eq(pretendBankPayments.id, bankPayment));
}
