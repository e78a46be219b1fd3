import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { createPoller, type Poller, type PollerTask } from '../../foundation/jobs/poller.server.ts';
import type { RootShop, Shop } from '../../foundation/shop.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { claimDuePayment, pollNow } from '../../payments/payments.server.ts';
import type { PaymentProvider, ProviderPayment } from '../../payments/provider.ts';
import { sendRefunds, settleRefund } from '../../payments/refunds.server.ts';
import { payments } from '../../payments/tables.server.ts';
import { handleWebhooks } from '../../payments/webhooks.server.ts';
import { confirmPayment } from '../confirm-payment.server.ts';
import { expireOrders } from './expire-orders.server.ts';

const paymentsPerRun = 20;
/** How long before pieces are given back the provider is asked whether they are not paid for. */
const askBeforeMs = 60_000;

/**
 * Does behind the counter what nobody waits for: what providers told us, payments to ask about, orders that ran out of
 * time, refunds to send. `before` is done first in each round. Any number of processes may have a clerk.
 */
export function createPaymentWorker(
  shop: RootShop,
  provider: PaymentProvider,
  firstTasks: readonly PollerTask[] = [],
): Poller {
  return createPoller(shop, [
    ...firstTasks,
    [
      'what the provider told us',
      () => handleWebhooks(shop, provider, (body) => handleEvent(shop, provider, body)),
    ],
    // Asked before: what turns out to be paid keeps its pieces.
    ['payments to ask about', () => pollPayments(shop, provider)],
    ['orders that ran out of time', () => expireOrders(shop)],
    ['refunds to send', () => sendRefunds(shop, provider)],
  ]);
}

/** What a provider told us of its own accord. */
export async function handleEvent(shop: Shop, provider: PaymentProvider, body: string): Promise<void> {
  const event = provider.readEvent(body);
  if (event.kind === 'payment') await confirmPayment(shop, provider, event.payment);
  if (event.kind === 'refund') await settleRefund(shop, event);
}

/**
 * Asks the provider what became of payments that nobody told us about: the browser was closed, the webhook lost. First
 * about a minute before the pieces would be given back, so that what is paid for is placed while it is still held; then
 * again and again for three days. Answers how many were asked about.
 */
export async function pollPayments(shop: Shop, provider: PaymentProvider): Promise<number> {
  await pollNow(shop, await listEnding(shop, provider));
  for (let handled = 0; handled < paymentsPerRun; handled++) {
    const payment = await claimDuePayment(shop, provider.name);
    if (!payment) return handled;
    if (payment.providerOrderId === null) continue;
    const attempts = await provider.listPayments(payment.providerOrderId).catch((error: unknown) => {
      shop.log.warn(
        { payment: payment.id, err: error },
        'the provider could not say what became of a payment',
      );
      return [];
    });
    for (const attempt of attempts.toSorted(moneyFirst)) await confirmPayment(shop, provider, attempt);
  }
  return paymentsPerRun;
}

/** The orders whose time is nearly over, and after whose payment nobody has asked yet. */
async function listEnding(shop: Shop, provider: PaymentProvider): Promise<string[]> {
  const now = shop.clock.now();
  const ending = await shop.db
    .select({ reference: payments.reference })
    .from(payments)
    .innerJoin(orders, sql`${orders.id} = ${payments.reference}::uuid`)
    .where(
      and(
        eq(payments.provider, provider.name),
        eq(payments.checks, 0),
        sql`${payments.nextCheckAt} > ${now.toISOString()}::timestamptz`,
        lte(orders.expiresAt, new Date(now.getTime() + askBeforeMs)),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(paymentsPerRun);
  return ending.map(({ reference }) => reference);
}

/** Money first: of several attempts the one that succeeded settles the order, and what is captured after it goes back. */
function moneyFirst(a: ProviderPayment, b: ProviderPayment): number {
  const isMoney = ({ status }: ProviderPayment) => Number(status === 'captured');
  return isMoney(b) - isMoney(a);
}
