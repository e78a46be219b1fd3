import { type CustomerQuery, refreshCustomerData, setCustomerData } from '../../customers/customer-query.ts';
import type { Order } from '../contract.ts';
import { fetchOrders, type OrdersPage } from '../orders-api.ts';

/** How many orders are shown first, and how many more each time. */
const step = 20;

/** As many as the shopper has asked to see. */
let listedCount = step;

async function fetchWanted(signal?: AbortSignal): Promise<OrdersPage> {
  const found: Order[] = [];
  for (;;) {
    const { orders, total } = await fetchOrders({ limit: step, offset: found.length }, signal);
    found.push(...orders);
    if (orders.length === 0 || found.length >= Math.min(listedCount, total)) return { orders: found, total };
  }
}

/** S-ORD-01: the shopper's orders, the newest first. */
export const ordersQuery: CustomerQuery<OrdersPage> = { key: 'orders', fetch: fetchWanted };

/** Brings the next ones. Rejects with `RequestFailed`. */
export async function showMoreOrders({ orders }: OrdersPage): Promise<void> {
  const more = await fetchOrders({ limit: step, offset: orders.length });
  const known = new Set(orders.map(({ _id }) => _id));
  const all = [...orders, ...more.orders.filter(({ _id }) => !known.has(_id))];
  listedCount = Math.max(listedCount, all.length);
  await setCustomerData(ordersQuery, () => ({ orders: all, total: more.total }));
}

/** S-ODT-19, S-API-42: asks for them again, also where nobody shows them now. Never rejects. */
export async function refetchOrders(): Promise<void> {
  const list = await fetchWanted().catch(() => undefined);
  if (list) await setCustomerData(ordersQuery, () => list);
  else await refreshCustomerData(ordersQuery);
}
