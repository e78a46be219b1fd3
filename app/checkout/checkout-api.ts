import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { PlacedOrder } from '../orders/contract.ts';
import { findOrder } from '../orders/orders-api.ts';
import type {
  HoldRenewed,
  OrderDetails,
  PaymentCheck,
  PaymentOrder,
  PaymentPending,
  Placed,
  VerifyPaymentInput,
} from './contract.ts';
import type { checkoutEndpoints } from './endpoints.server.ts';

/** Request timeout in milliseconds. The server's request to the provider may itself take eight seconds. */
const timeoutMs = 20_000;

/** Milliseconds by which the device's clock is ahead of the server's clock. */
let clockOffset = 0;

const timedFetch: typeof fetch = async (input, init) => {
  const response = await fetchAsCustomer(input, { signal: AbortSignal.timeout(timeoutMs), ...init });
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(serverTime)) clockOffset = Date.now() - serverTime;
  return response;
};

/** Converts a server timestamp to the device's clock, in milliseconds since 1970. */
export const toLocalClock = (moment: string) => Date.parse(moment) + clockOffset;

const api = hc<typeof checkoutEndpoints>('/api', { fetch: timedFetch });

/** Places a cash order. Idempotent per `key`. Like all requests in this file, rejects with `RequestFailed` on failure. */
export function placeCodOrder(key: string, orderDetails: OrderDetails): Promise<Placed> {
  const header = { 'idempotency-key': key };
  // The endpoint's path ends in a slash, which `hc` omits.
  const fetchWithSlash: typeof fetch = (input, init) => timedFetch(`${String(input)}/`, init);
  return readResponse(
    api.checkout.index.$post({ header, json: { orderDetails } }, { fetch: fetchWithSlash }),
  );
}

export function createPaymentOrder(key: string, orderDetails: OrderDetails): Promise<PaymentOrder> {
  const header = { 'idempotency-key': key };
  const { total: amount } = orderDetails;
  return readResponse(api.payment['create-order'].$post({ header, json: { amount, orderDetails } }));
}

export function verifyPayment(proof: VerifyPaymentInput): Promise<Placed | PaymentPending> {
  return readResponse(api.payment['verify-order'].$post({ json: proof }));
}

/** Asks the bank about the payment of an order, or of the customer's unpaid order. */
export function checkPayment(orderId?: string): Promise<PaymentCheck> {
  return readResponse(api.payment.check.$post({ json: { orderId } }));
}

export function renewHold(orderId: string): Promise<HoldRenewed> {
  return readResponse(api.payment.renew.$post({ json: { orderId } }));
}

export function placedOrderQuery(id: string): Query<PlacedOrder | null> {
  return { key: ['placed-order', id], fetch: (signal) => findOrder(id, signal) };
}
