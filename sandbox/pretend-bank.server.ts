import { randomBytes } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { keyedHash } from '../app/foundation/config/secret.server.ts';
import { problem } from '../app/foundation/http/problem.ts';
import { parseJson } from '../app/foundation/parse-json.ts';
import { inTransaction, type Shop, type Tx } from '../app/foundation/shop.server.ts';
import {
  minRefundPaise,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRejected,
} from '../app/payments/provider.ts';
import {
  isGenuineCallback,
  readEvent,
  readWebhook,
  signCallback,
} from '../app/payments/razorpay-wire.server.ts';
import { sign } from '../app/payments/signature.server.ts';
import { pretendBankOrders, pretendBankPayments, pretendBankWebhooks } from './tables.server.ts';
import { webhookQueue } from './webhooks.server.ts';

/** Time until a late payment is captured, in milliseconds. */
const lateMs = 20_000;
/** Time until the webhook of a refund is sent, in milliseconds. */
const refundMs = 5000;

const NoSuchPretendOrder = problem('no-such-bill', 404, 'The bank has nothing to collect under this number.');
const AlreadyPaid = problem('already-paid', 409, 'This has been paid already.');

type BankOrder = typeof pretendBankOrders.$inferSelect;
type BankPayment = typeof pretendBankPayments.$inferSelect;

const keySecret = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend bank’s key secret').toString('hex');

/**
 * A simulated payment provider that stores its orders in the shop's database. Its responses, signatures and webhooks are like
 * those of Razorpay.
 */
export function pretendBank(shop: Shop): PaymentProvider {
  return {
    name: 'pretend-bank',
    keyId: `pretend_${keyedHash(shop, 'the pretend bank’s key').toString('hex').slice(0, 14)}`,
    createOrder: (input) => openBankOrder(shop, input),
    isGenuine: (callback) => isGenuineCallback(keySecret(shop), callback),
    readWebhook: (body, headers) => readWebhook([webhookSecret(shop)], body, headers),
    readEvent,
    listPayments: async (orderId) => listAttempts(shop, await readBankOrder(shop, orderId)),
    // Nothing to do: the pretend bank captures every payment itself.
    capture: async (payment) => payment,
    refund: (input) => refundAtBank(shop, input),
  };
}

export const webhookSecret = (shop: Pick<Shop, 'secret'>) =>
  keyedHash(shop, 'the pretend bank’s webhook secret').toString('hex');

const queue = webhookQueue({
  table: pretendBankWebhooks,
  path: '/api/payment/webhook/pretend-bank',
  headersOf: (shop, { id, body }) => ({
    'x-razorpay-signature': sign(webhookSecret(shop), body),
    'x-razorpay-event-id': id,
  }),
});

/** Sends up to 20 due webhooks, signed like Razorpay's. Returns the number of webhooks that the shop accepted. */
export const sendBankWebhooks = queue.send;

type BankEvent = { event: string; payload: Record<string, { entity: Record<string, unknown> }> };

/** Queues a webhook to be sent at `dueAt`. Returns false if a webhook with this id was queued before. */
function queueBankWebhook(
  tx: Tx,
  { event, payload }: BankEvent,
  { id, dueAt }: { id: string; dueAt: Date },
): Promise<boolean> {
  const created_at = Math.floor(tx.clock.now().getTime() / 1000);
  const contains = Object.keys(payload);
  const body = JSON.stringify({ entity: 'event', event, contains, payload, created_at });
  return queue.add(tx, { id, body, dueAt });
}

const idOf = (kind: 'order' | 'pay') => `${kind}_${randomBytes(12).toString('hex')}`;

async function openBankOrder(
  shop: Shop,
  { receipt, amountPaise, currency }: { receipt: string; amountPaise: number; currency: string },
): Promise<{ id: string }> {
  await shop.db
    .insert(pretendBankOrders)
    .values({ id: idOf('order'), receipt, amountPaise, currency, createdAt: shop.clock.now() })
    .onConflictDoNothing();
  const [order] = await shop.db
    .select()
    .from(pretendBankOrders)
    .where(eq(pretendBankOrders.receipt, receipt));
  if (order?.amountPaise !== amountPaise || order.currency !== currency)
    throw new ProviderRejected(`The pretend bank has another amount or currency for receipt ${receipt}`);
  return { id: order.id };
}

/** Reads an order of the pretend bank. @throws NoSuchPretendOrder (404) */
export async function readBankOrder(shop: Shop, id: string): Promise<BankOrder> {
  const [order] = await shop.db.select().from(pretendBankOrders).where(eq(pretendBankOrders.id, id));
  if (!order) throw NoSuchPretendOrder();
  return order;
}

async function listAttempts(shop: Shop, order: BankOrder): Promise<ProviderPayment[]> {
  const attempts = await shop.db
    .select()
    .from(pretendBankPayments)
    .where(eq(pretendBankPayments.orderId, order.id))
    .orderBy(asc(pretendBankPayments.createdAt));
  const now = shop.clock.now();
  return attempts.map((attempt) => toProviderPayment(order, attempt, now));
}

/**
 * Converts a payment that the pretend bank has stored to the format of `PaymentProvider`. A late payment counts as captured after
 * its delay.
 */
function toProviderPayment(order: BankOrder, payment: BankPayment, now: Date): ProviderPayment {
  const isSettled = payment.settlesAt !== null && payment.settlesAt <= now;
  const status = payment.state === 'failed' ? 'failed' : isSettled ? 'captured' : 'created';
  const isRefunded = payment.refundedPaise === order.amountPaise;
  return {
    id: payment.id,
    orderId: order.id,
    amountPaise: order.amountPaise,
    currency: order.currency,
    status: isRefunded ? 'refunded' : status,
  };
}

/**
 * Makes a payment for an order, which succeeds or fails as `how` requests, and queues the webhook. Returns the outcome and
 * Razorpay's fields, which the popup posts to the shop's page. `late` delays the capture and the webhook of a successful payment
 * by 20 seconds.
 * @throws NoSuchPretendOrder (404); AlreadyPaid (409)
 */
export function payAtBank(shop: Shop, orderId: string, how: 'pay' | 'fail', late: boolean) {
  return inTransaction(shop, async (tx) => {
    // Lock the order: concurrent requests for the same order wait here, and then see this payment.
    const [order] = await tx.db
      .select()
      .from(pretendBankOrders)
      .where(eq(pretendBankOrders.id, orderId))
      .for('update');
    if (!order) throw NoSuchPretendOrder();
    const earlier = await listAttempts(tx, order);
    if (earlier.some(({ status }) => status === 'captured' || status === 'refunded')) throw AlreadyPaid();
    const now = tx.clock.now();
    const isPaid = how === 'pay';
    const settlesAt = isPaid ? new Date(now.getTime() + (late ? lateMs : 0)) : null;
    const id = idOf('pay');
    const state = isPaid ? (late ? 'created' : 'captured') : 'failed';
    await tx.db.insert(pretendBankPayments).values({ id, orderId, state, createdAt: now, settlesAt });
    const entity = {
      id,
      entity: 'payment',
      amount: order.amountPaise,
      currency: order.currency,
      status: isPaid ? 'captured' : 'failed',
      order_id: orderId,
      captured: isPaid,
    };
    const event = isPaid ? 'payment.captured' : 'payment.failed';
    await queueBankWebhook(
      tx,
      { event, payload: { payment: { entity } } },
      { id: `evt_${id}`, dueAt: settlesAt ?? now },
    );
    const ids = { razorpay_order_id: orderId, razorpay_payment_id: id };
    if (!isPaid) return { outcome: 'failed' as const, ...ids };
    const razorpay_signature = signCallback(keySecret(tx), { orderId, paymentId: id });
    return { outcome: late ? ('late' as const) : ('paid' as const), ...ids, razorpay_signature };
  });
}

const RefundEvent = z.object({
  payload: z.object({
    refund: z.object({ entity: z.object({ payment_id: z.string(), amount: z.number() }) }),
  }),
});

/**
 * Refunds a payment. Idempotent per idempotency key: the id of the webhook is derived from the key, and a webhook is queued only
 * once.
 * @throws ProviderRejected, also for less than ₹1, like Razorpay
 */
function refundAtBank(
  shop: Shop,
  { key, paymentId, amountPaise }: { key: string; paymentId: string; amountPaise: number },
): Promise<{ id: string; status: 'pending' }> {
  return inTransaction(shop, async (tx) => {
    const id = `rfnd_${key.replaceAll('-', '')}`;
    const [payment] = await tx.db
      .select()
      .from(pretendBankPayments)
      .where(eq(pretendBankPayments.id, paymentId))
      .for('update');
    if (!payment) throw new ProviderRejected(`The pretend bank has no payment ${paymentId}`);
    const order = await readBankOrder(tx, payment.orderId);
    const now = tx.clock.now();
    const entity = { id, entity: 'refund', amount: amountPaise, payment_id: paymentId, receipt: key };
    const isNew = await queueBankWebhook(
      tx,
      { event: 'refund.processed', payload: { refund: { entity } } },
      { id: `evt_${id}`, dueAt: new Date(now.getTime() + refundMs) },
    );
    if (!isNew) {
      const [reported] = await tx.db
        .select({ body: pretendBankWebhooks.body })
        .from(pretendBankWebhooks)
        .where(eq(pretendBankWebhooks.id, `evt_${id}`));
      const { payment_id, amount } = RefundEvent.parse(parseJson(reported?.body ?? '')).payload.refund.entity;
      if (payment_id !== paymentId || amount !== amountPaise)
        throw new ProviderRejected(`The pretend bank has another refund under key ${key}`);
      return { id, status: 'pending' };
    }
    const { status } = toProviderPayment(order, payment, now);
    if (amountPaise < minRefundPaise)
      throw new ProviderRejected(`The pretend bank refunds at least ${minRefundPaise} paise`);
    if (status !== 'captured' || payment.refundedPaise + amountPaise > order.amountPaise)
      throw new ProviderRejected(`The pretend bank cannot refund ${amountPaise} paise of ${paymentId}`);
    await tx.db
      .update(pretendBankPayments)
      .set({ refundedPaise: sql`${pretendBankPayments.refundedPaise} + ${amountPaise}` })
      .where(eq(pretendBankPayments.id, paymentId));
    return { id, status: 'pending' };
  });
}
