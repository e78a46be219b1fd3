import { refreshCustomerData, setCustomerData } from '../../customers/customer-query.ts';
import type { Query } from '../../foundation/browser/queries.ts';
import type { Order } from '../contract.ts';
import { fetchOrders, type OrdersPage } from '../orders-api.ts';

const pageSize = 20;

/** Number of orders to load. {@link showMoreOrders} increases the number. */
let listedCount = pageSize;

async function fetchListedOrders(signal?: AbortSignal): Promise<OrdersPage> {
  const loaded: Order[] = [];
  for (;;) {
    const { orders, total } = await fetchOrders({ limit: pageSize, offset: loaded.length }, signal);
    loaded.push(...orders);
    if (orders.length === 0 || loaded.length >= Math.min(listedCount, total))
      return { orders: loaded, total };
  }
}

/** Query for the customer's newest orders. Loads as many orders as the list shows. */
export const ordersQuery: Query<OrdersPage> = { key: ['orders'], fetch: fetchListedOrders };

/** Loads the next page and appends it to the list. Rejects with `RequestFailed` on failure. */
export async function showMoreOrders({ orders }: OrdersPage): Promise<void> {
  const more = await fetchOrders({ limit: pageSize, offset: orders.length });
  const listedIds = new Set(orders.map(({ _id }) => _id));
  const all = [...orders, ...more.orders.filter(({ _id }) => !listedIds.has(_id))];
  listedCount = Math.max(listedCount, all.length);
  await setCustomerData(ordersQuery, () => ({ orders: all, total: more.total }));
}

/** Reloads the list, even if no component shows it. Never rejects. */
export async function refetchOrders(): Promise<void> {
  const list = await fetchListedOrders().catch(() => undefined);
  if (list) await setCustomerData(ordersQuery, () => list);
  else await refreshCustomerData(ordersQuery);
}
