import { desc, eq } from 'drizzle-orm';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { listReceipts, listRefunds } from '../payments/ledger.server.ts';
import type { MoneyEvent } from './contract.ts';
import { toRefund } from './order-views.server.ts';
import { orders } from './tables.server.ts';

/** Number of the customer's newest orders whose payments and refunds are listed. */
const maxOrders = 100;

/** Lists the payments and refunds of a customer's newest orders, newest first. Covers at most {@link maxOrders} orders. */
export async function listMoneyEvents(shop: Shop, customerId: string): Promise<MoneyEvent[]> {
  const rows = await shop.db
    .select({ id: orders.id, number: orders.number, paymentMethod: orders.paymentMethod })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders);
  const ids = rows.map(({ id }) => id);
  const received = Map.groupBy(await listReceipts(shop, ids), ({ reference }) => reference);
  const refunded = Map.groupBy(await listRefunds(shop, ids), ({ reference }) => reference);
  const events = rows.flatMap(({ id, number, paymentMethod }): MoneyEvent[] => {
    const order = { orderId: id, channel_order_id: number, paymentMethod };
    const payments = (received.get(id) ?? []).map(({ amountPaise, at }) => ({
      ...order,
      kind: 'payment' as const,
      amount: toRupees(amountPaise),
      state: 'received' as const,
      reason: null,
      at: at.toISOString(),
    }));
    const refunds = (refunded.get(id) ?? []).map((refund) => ({
      ...order,
      kind: 'refund' as const,
      ...toRefund(refund),
    }));
    return [...payments, ...refunds];
  });
  return events.toSorted((a, b) => b.at.localeCompare(a.at));
}
