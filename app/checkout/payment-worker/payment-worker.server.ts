import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { minutes } from '../../foundation/clock.ts';
import { sqlTime } from '../../foundation/database/columns.server.ts';
import { createPoller, type Poller, type PollerTask } from '../../foundation/jobs/poller.server.ts';
import { inTransaction, type RootShop, type Shop } from '../../foundation/shop.server.ts';
import { lockOrder, transitionOrder } from '../../orders/orders.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { claimDuePayment, pollNow } from '../../payments/payments.server.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import { sendRefunds, settleRefund } from '../../payments/refunds.server.ts';
import { payments } from '../../payments/tables.server.ts';
import { handleWebhooks } from '../../payments/webhooks.server.ts';
import { releaseHold } from '../../stock/holds.server.ts';
import { confirmAttempts, confirmPayment } from '../confirm-payment.server.ts';

const paymentsPerRun = 20;
const pollBeforeExpiryMs = minutes(1);

/** Creates the payment worker. Each run starts with `firstTasks`. Each of several processes may run a worker. */
export function createPaymentWorker(
  shop: RootShop,
  provider: PaymentProvider,
  firstTasks: readonly PollerTask[] = [],
): Poller {
  return createPoller(shop, [
    ...firstTasks,
    [
      'handle payment webhooks',
      () => handleWebhooks(shop, provider, (body) => handleEvent(shop, provider, body)),
    ],
    // Poll payments before expiring orders, so that a paid order keeps its stock.
    ['poll payments', () => pollPayments(shop, provider)],
    ['expire orders', () => expireOrders(shop)],
    ['send refunds', () => sendRefunds(shop, provider)],
  ]);
}

/** Handles a stored webhook event: confirms its payment, or stores the result of its refund. Ignores other events. */
export async function handleEvent(shop: Shop, provider: PaymentProvider, body: string): Promise<void> {
  const event = provider.readEvent(body);
  if (event.kind === 'payment') await confirmPayment(shop, provider, event.payment);
  if (event.kind === 'refund') await settleRefund(shop, event);
}

/**
 * Polls the provider about due payments, because the browser may be closed and the webhook lost. Claims up to {@link
 * paymentsPerRun} payments and returns their number. The first poll is a minute before the order expires, while its stock is
 * held.
 */
export async function pollPayments(shop: Shop, provider: PaymentProvider): Promise<number> {
  await pollNow(shop, await listExpiring(shop, provider));
  for (let handled = 0; handled < paymentsPerRun; handled++) {
    const payment = await claimDuePayment(shop, provider.name);
    if (!payment) return handled;
    if (payment.providerOrderId === null) continue;
    const attempts = await provider.listPayments(payment.providerOrderId).catch((error: unknown) => {
      shop.log.warn({ payment: payment.id, err: error }, 'failed to read payment attempts from the provider');
      return [];
    });
    await confirmAttempts(shop, provider, attempts);
  }
  return paymentsPerRun;
}

/** Lists the orders whose payment was never polled and that have expired or will expire within {@link pollBeforeExpiryMs}. */
async function listExpiring(shop: Shop, provider: PaymentProvider): Promise<string[]> {
  const now = shop.clock.now();
  const expiring = await shop.db
    .select({ reference: payments.reference })
    .from(payments)
    .innerJoin(orders, sql`${orders.id} = ${payments.reference}::uuid`)
    .where(
      and(
        eq(payments.provider, provider.name),
        eq(payments.checks, 0),
        sql`${payments.nextCheckAt} > ${sqlTime(now)}`,
        lte(orders.expiresAt, new Date(now.getTime() + pollBeforeExpiryMs)),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(paymentsPerRun);
  return expiring.map(({ reference }) => reference);
}

const maxOrdersPerRun = 50;

/**
 * Expires pending orders whose `expiresAt` has passed, at most {@link maxOrdersPerRun}, and releases their stock holds.
 * Concurrent runs expire an order only once. Returns the number of orders that this run has expired.
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const overdue = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'pending_payment'), lte(orders.expiresAt, shop.clock.now())))
    .orderBy(asc(orders.expiresAt))
    .limit(maxOrdersPerRun);
  let expiredCount = 0;
  for (const { id } of overdue) if (await expire(shop, id)) expiredCount++;
  return expiredCount;
}

/** Expires one order and releases its stock hold. Returns false if the order is no longer pending. */
function expire(shop: Shop, id: string): Promise<boolean> {
  return inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, id);
    const transition = { from: ['pending_payment'], to: 'expired', actor: 'clock' } as const;
    if (!order || !(await transitionOrder(tx, order, transition))) return false;
    await releaseHold(tx, id);
    return true;
  });
}
