import { randomInt, randomUUID } from 'node:crypto';
import { PaymentOrder, Placed } from '../../app/checkout/contract.ts';
import { PlacedOrder } from '../../app/orders/contract.ts';
import { type Answer, openClient } from '../bench/client.ts';
import { orderDetails, productFor, type Shopper } from '../bench/shoppers.ts';
import { Rejection } from './refusal.ts';

/** One press of Pay: its key, and what the shop has answered to it. */
export type Press = {
  customerId: string;
  key: string;
  method: 'COD' | 'Online';
  /** How often it was pressed: more than once, where the shop was gone before it answered. */
  tries: number;
  /** The order that was answered, once it was. */
  orderId?: string;
  /** The order as it was answered when it was placed. */
  placed?: PlacedOrder;
  /** The shop has said no; the name of the problem. */
  refused?: string;
};

export type Crowd = {
  /** Every press so far. */
  presses: Press[];
  /** Answers that no shop should give, in words. */
  wrong: string[];
  /** Lets everybody order, again and again, until the shop is gone. */
  order(url: string): Promise<void>;
  /** Lets everybody press once more who has had no answer yet. */
  finish(url: string): Promise<void>;
};

type Call = (path: string, body: unknown, more?: Record<string, string>) => Promise<Answer>;

/** Shoppers who press again with the same key when no answer came, as the shop's own page does. */
export function gather(shoppers: readonly Shopper[]): Crowd {
  const presses: Press[] = [];
  const wrong: string[] = [];
  /** Each shopper's press to which no answer has come yet. */
  const open = new Map<string, Press>();

  async function press(one: Press, call: Call) {
    open.set(one.customerId, one);
    one.tries += 1;
    const path = one.method === 'COD' ? '/api/checkout/' : '/api/payment/create-order';
    const answer = await call(path, { orderDetails }, { 'idempotency-key': one.key });
    open.delete(one.customerId);
    if (answer.status !== 200) return refuse(one, answer);
    if (one.method === 'COD') return keep(one, Placed.parse(answer.body).order);
    const { orderId, order } = PaymentOrder.parse(answer.body);
    one.orderId = orderId;
    await pay(one, order.id, call);
  }

  function keep(one: Press, order: PlacedOrder) {
    one.orderId = order._id;
    one.placed = order;
  }

  function refuse(one: Press, { status, body }: Answer) {
    const { title, order } = Rejection.parse(body);
    // An earlier press of it was paid for, and the answer to that was lost.
    if (title === 'already-paid') return keep(one, PlacedOrder.parse(order));
    one.refused = title;
    if (status !== 409 && status !== 429) wrong.push(`a press of Pay was answered ${status} ${title}`);
  }

  /** Pays at the pretend bank, and then tells the shop, or leaves that to the bank. */
  async function pay(one: Press, bankId: string, call: Call) {
    const paid = await call(`/pretend-bank/${bankId}`, { how: 'pay' });
    if (paid.status !== 200 || randomInt(2) === 0) return;
    const reported = await call('/api/payment/verify-order', paid.body);
    if (reported.status === 200) keep(one, Placed.parse(reported.body).order);
  }

  async function fillCart(call: Call) {
    for (let count = randomInt(1, 3); count > 0; count--) {
      const { status } = await call(`/api/cart/add/${productFor(randomInt(1000))}`, { quantity: 1 });
      if (status !== 200) wrong.push(`a piece put into the cart was answered ${status}`);
    }
  }

  async function shopUntilGone({ id: customerId }: Shopper, call: Call) {
    for (;;) {
      const waiting = open.get(customerId);
      if (waiting) {
        await press(waiting, call);
        continue;
      }
      await fillCart(call);
      const method = randomInt(4) === 0 ? 'Online' : 'COD';
      const one: Press = { customerId, key: randomUUID(), method, tries: 0 };
      presses.push(one);
      await press(one, call);
    }
  }

  async function withLines(url: string, work: (shopper: Shopper, call: Call) => Promise<void>) {
    const client = openClient(url, shoppers.length);
    const each = shoppers.map((shopper) =>
      work(shopper, (path, body, more = {}) => client.post(path, body, { ...shopper.headers, ...more })),
    );
    const outcomes = await Promise.allSettled(each);
    client.close();
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !isCut(outcome.reason)) throw outcome.reason;
  }

  return {
    presses,
    wrong,
    order: (url) => withLines(url, shopUntilGone),
    finish: (url) =>
      withLines(url, async ({ id }, call) => {
        const waiting = open.get(id);
        if (waiting) await press(waiting, call);
      }),
  };
}

/** The shop is gone in the middle of an answer: that is what the drill is about. */
function isCut(error: unknown): boolean {
  return error instanceof Error && (error.message === 'the answer broke off' || 'code' in error);
}
