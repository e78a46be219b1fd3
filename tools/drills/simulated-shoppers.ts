import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PaymentOrder, Placed } from '../../app/checkout/contract.ts';
import { PlacedOrder } from '../../app/orders/contract.ts';
import { openClient } from '../bench/client.ts';
import { productFor, type Shopper } from '../bench/shoppers.ts';

/** An error response of the API. */
const Rejection = z.object({ title: z.string(), order: z.unknown().optional() });

/** One order that a shopper tries to place, with its idempotency key and the shop's response. */
export type OrderAttempt = {
  customerId: string;
  key: string;
  method: 'COD' | 'Online';
  /** Number of tries. It is more than one if the shop exited before it responded. */
  tryCount: number;
  /** The order's id, once the shop has acknowledged the order. */
  orderId?: string;
  /** The order as the shop returned it after it was placed. */
  placed?: PlacedOrder;
  /** The code of the problem in the response. */
  rejected?: string;
};

export type Simulation = {
  attempts: OrderAttempt[];
  /** Unexpected responses. */
  faults: string[];
  /** Lets all shoppers place orders until the shop at `url` has exited. */
  order(url: string): Promise<void>;
  /** Lets each shopper without a response retry. */
  finish(url: string): Promise<void>;
  acknowledged(): OrderAttempt[];
};

type JsonResponse = { status: number; body: unknown };
type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<JsonResponse>;

/** Simulates shoppers who retry with the same key after no response, as the checkout page does. */
export function simulateShoppers(shoppers: readonly Shopper[]): Simulation {
  const attempts: OrderAttempt[] = [];
  const faults: string[] = [];
  /** Each shopper's order that has no response yet. */
  const open = new Map<string, OrderAttempt>();
  const detailsOf = new Map(shoppers.map(({ id, orderDetails }) => [id, orderDetails]));

  async function tryOrder(attempt: OrderAttempt, post: Post) {
    open.set(attempt.customerId, attempt);
    attempt.tryCount += 1;
    const path = attempt.method === 'COD' ? '/api/checkout/' : '/api/payment/create-order';
    const orderDetails = detailsOf.get(attempt.customerId);
    const response = await post(path, { orderDetails }, { 'idempotency-key': attempt.key });
    open.delete(attempt.customerId);
    if (response.status !== 200) return saveRejection(attempt, response);
    if (attempt.method === 'COD') return savePlaced(attempt, Placed.parse(response.body).order);
    const { orderId, order } = PaymentOrder.parse(response.body);
    attempt.orderId = orderId;
    await pay(attempt, order.id, post);
  }

  function savePlaced(attempt: OrderAttempt, order: PlacedOrder) {
    attempt.orderId = order._id;
    attempt.placed = order;
  }

  function saveRejection(attempt: OrderAttempt, { status, body }: JsonResponse) {
    const { title, order } = Rejection.parse(body);
    // An earlier try was paid, but its response was lost.
    if (title === 'already-paid') return savePlaced(attempt, PlacedOrder.parse(order));
    attempt.rejected = title;
    if (status !== 409 && status !== 429) faults.push(`an order got the response ${status} ${title}`);
  }

  /** Pays at the pretend bank. Reports half of the payments to the shop. The bank's webhook reports the other half. */
  async function pay(attempt: OrderAttempt, bankOrderId: string, post: Post) {
    const paid = await post(`/pretend-bank/${bankOrderId}`, { how: 'pay' });
    if (paid.status !== 200 || randomInt(2) === 0) return;
    const verified = await post('/api/payment/verify-order', paid.body);
    if (verified.status === 200) savePlaced(attempt, Placed.parse(verified.body).order);
  }

  async function fillCart(post: Post) {
    for (let units = randomInt(1, 3); units > 0; units--) {
      const { status } = await post(`/api/cart/add/${productFor(randomInt(1000))}`, { quantity: 1 });
      if (status !== 200) faults.push(`adding to the cart got the response ${status}`);
    }
  }

  async function orderUntilCut({ id: customerId }: Shopper, post: Post) {
    for (;;) {
      const pending = open.get(customerId);
      if (pending) {
        await tryOrder(pending, post);
        continue;
      }
      await fillCart(post);
      const method = randomInt(4) === 0 ? 'Online' : 'COD';
      const attempt: OrderAttempt = { customerId, key: randomUUID(), method, tryCount: 0 };
      attempts.push(attempt);
      await tryOrder(attempt, post);
    }
  }

  async function connectAll(url: string, work: (shopper: Shopper, post: Post) => Promise<void>) {
    const client = openClient(url, shoppers.length);
    const outcomes = await Promise.allSettled(
      shoppers.map((shopper) =>
        work(shopper, async (path, sent, headers = {}) => {
          const { status, text } = await client.post(path, sent, { ...shopper.headers, ...headers });
          return { status, body: JSON.parse(text) };
        }),
      ),
    );
    client.close();
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !isCut(outcome.reason)) throw outcome.reason;
  }

  return {
    attempts,
    faults,
    order: (url) => connectAll(url, orderUntilCut),
    finish: (url) =>
      connectAll(url, async ({ id }, post) => {
        const pending = open.get(id);
        if (pending) await tryOrder(pending, post);
      }),
    acknowledged: () => attempts.filter(({ orderId }) => orderId !== undefined),
  };
}

/** True for a network error, which occurs because the drill has stopped the shop. */
function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
