import type { z } from '@hono/zod-openapi';
import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import type { Profile } from '../customers/contract.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { RequestFailed, readResponse } from '../foundation/http/api-client.ts';
import type { CancelInput, MoneyEvent, Order, OrderChanged } from './contract.ts';
import type { orderEndpoints } from './endpoints.server.ts';
import type { ReturnAnswer, ReturnInput, ReturnPhoto } from './returns/contract.ts';

const client = hc<typeof orderEndpoints>('/api', { fetch: fetchAsCustomer });

const maxPageSize = 50;

/** A page of the customer's orders, newest first, with the total number of orders. */
export type OrdersPage = { orders: Order[]; total: number };

/** Fetches a page of the customer's orders. Like all functions in this file, rejects with `RequestFailed` on failure. */
export async function fetchOrders(
  { limit, offset }: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<OrdersPage> {
  let total = 0;
  // `hc` drops the path's trailing slash, and `readResponse` returns no headers. So this `fetch` restores the slash and reads the
  // header.
  const fetchPage: typeof fetch = async (input, init) => {
    const response = await fetchAsCustomer(String(input).replace('/order?', '/order/?'), init);
    total = Number(response.headers.get('x-total-count') ?? 0);
    return response;
  };
  const query = { limit: String(limit), offset: String(offset) };
  const init = { signal: signal ?? null };
  const orders = await readResponse(client.order.index.$get({ query }, { fetch: fetchPage, init }));
  return { orders, total };
}

/** Fetches one of the customer's orders by id or number. Returns null if the customer has no such order. */
export async function findOrder(id: string, signal?: AbortSignal): Promise<Order | null> {
  const init = signal ? { init: { signal } } : {};
  try {
    return await readResponse(client.order[':id'].$get({ param: { id: encodeURIComponent(id) } }, init));
  } catch (error) {
    if (error instanceof RequestFailed && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

/** Fetches the customer's newest order with this product. Returns null if no order contains the product. */
async function findOrderWith(proId: string, signal?: AbortSignal): Promise<Order | null> {
  for (let offset = 0; ; offset += maxPageSize) {
    const { orders, total } = await fetchOrders({ limit: maxPageSize, offset }, signal);
    const order = orders.find((each) => contains(each, proId));
    if (order) return order;
    if (orders.length === 0 || offset + orders.length >= total) return null;
  }
}

function contains({ orderItems }: Order, proId: string): boolean {
  return orderItems.some((item) => item.proId.toLowerCase() === proId.toLowerCase());
}

/**
 * Query for an order with the product: the order `orderId`, or the newest order if `orderId` is null. The result is null if no
 * order matches.
 */
export function orderQuery(proId: string, orderId: string | null): Query<Order | null> {
  return {
    key: ['order', orderId ?? '', proId],
    fetch: async (signal) => {
      if (orderId === null) return findOrderWith(proId, signal);
      const order = await findOrder(orderId, signal);
      return order && contains(order, proId) ? order : null;
    },
  };
}

/** Cancels the items. Without items, cancels everything that can be cancelled. */
export function cancelOrder(
  id: string,
  json: z.input<typeof CancelInput>,
  signal: AbortSignal,
): Promise<OrderChanged> {
  return readResponse(client.shipment.cancle[':id'].$post({ param: { id }, json }, { init: { signal } }));
}

export function returnOrder(
  id: string,
  json: z.input<typeof ReturnInput>,
  signal: AbortSignal,
): Promise<OrderChanged> {
  return readResponse(client.shipment.return[':id'].$post({ param: { id }, json }, { init: { signal } }));
}

/** Sends the customer's reply to the merchant's question about the open return. */
export function answerReturnQuestion(
  id: string,
  json: z.input<typeof ReturnAnswer>,
  signal: AbortSignal,
): Promise<OrderChanged> {
  return readResponse(client.order[':id'].return.answer.$post({ param: { id }, json }, { init: { signal } }));
}

/** Uploads a photograph for a return. `id` is a random UUID. Uploading the same id again stores no second photograph. */
export function addReturnPhoto(orderId: string, id: string, file: File): Promise<ReturnPhoto> {
  return readResponse(
    client.shipment.return[':id'].photos.$post(
      { param: { id: orderId }, header: { 'idempotency-key': id } },
      { init: { body: file, signal: AbortSignal.timeout(120_000) } },
    ),
  );
}

export function removeReturnPhoto(orderId: string, photo: string) {
  return readResponse(
    client.shipment.return[':id'].photos[':photo'].$delete({ param: { id: orderId, photo } }),
  );
}

export const paymentsQuery: Query<MoneyEvent[]> = {
  key: ['money'],
  fetch: (signal) => readResponse(client.payment.mine.$get({}, { init: { signal } })),
};

/** Saves the order's address in the profile, unless the profile already has other data. Returns the profile. */
export function saveOrderAddress(id: string): Promise<Profile> {
  const param = { id: encodeURIComponent(id) };
  return readResponse(client.order[':id']['save-address'].$post({ param }));
}
