import { and, eq } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import {
  countEmails,
  gulnar,
  orderDetails,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
  stole,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readCart } from '../cart/cart.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { orderHistory } from '../orders/tables.server.ts';
import { payAtBank } from '../payments/pretend-bank.server.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from '../payments/provider.ts';
import { pretendBankPayments, receipts, refunds, webhookInbox } from '../payments/tables.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { PaymentOrder, Placed } from './contract.ts';
import { createPaymentOrder, verifyPayment } from './pay-online.server.ts';

const minutes = (count: number) => count * 60_000;

/** Somebody who has pressed Pay Now, and whose popup is open. */
async function payer(shop: TestShop, product = gulnar, name = 'meera.new') {
  const bank = shopWithBank(shop);
  const meera = await shopperWith(shop, bank.app, name, product);
  const begun = await meera.startPayment();
  const press = (how: 'pay' | 'fail', late = false) => payAtBank(shop, begun.order.id, how, late);
  /** Presses Pay, and answers what the popup hands over. */
  const paid = async (late = false) => {
    const { outcome: _, ...proof } = await press('pay', late);
    return { razorpay_signature: '', ...proof };
  };
  const verify = (proof: object) => meera.post('/payment/verify-order', proof);
  return { ...bank, meera, begun, press, paid, verify };
}

const settledOnce = async (shop: TestShop, orderId: string) => {
  expect(await orderStateOf(shop, orderId)).toBe('placed');
  expect(await shop.db.select().from(receipts)).toHaveLength(1);
  expect(await shop.db.select().from(refunds)).toHaveLength(0);
  expect(await countEmails(shop, 'order')).toBe(1);
  expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  const placed = and(eq(orderHistory.orderId, orderId), eq(orderHistory.state, 'placed'));
  expect(await shop.db.select().from(orderHistory).where(placed)).toHaveLength(1);
};

describe('pressing Pay Now', () => {
  it('goes on where the right total is said once or twice [S-PAY-11]', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const seen = { ...orderDetails, total: 24800 };
    for (const body of [{ orderDetails: seen }, { amount: 24800, orderDetails: seen }]) {
      const response = await meera.post('/payment/create-order', body);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ order: { amount: 2_480_000 } });
    }
  });

  it('opens no payment for an earlier press whose order was begun anew, though its time is not over', async ({
    shop,
  }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const press = (key: string) =>
      meera.post('/payment/create-order', { orderDetails }, { 'idempotency-key': key });
    expect((await press('attempt-0001')).status).toBe(200);
    const anew = PaymentOrder.parse(await (await press('attempt-0002')).json());
    const earlier = await press('attempt-0001');
    expect(earlier.status).toBe(409);
    expect(await earlier.json()).toMatchObject({ title: 'order-closed' });
    expect(await orderStateOf(shop, anew.orderId)).toBe('pending_payment');
  });

  it('too often keeps no other shopper from paying', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const asha = await shopperWith(shop, app, 'asha', stole);
    for (let press = 0; press < 10; press++) await meera.startPayment();
    expect((await meera.post('/payment/create-order', { orderDetails })).status).toBe(429);
    expect((await asha.post('/payment/create-order', { orderDetails })).status).toBe(200);
  });
});

describe('paying in the popup', () => {
  it('ends in a placed order and an empty cart [S-PAY-15 S-PAY-16 S-PAY-17 S-API-30 S-ERR-04]', async ({
    shop,
  }) => {
    const { meera, begun, paid, verify } = await payer(shop);
    const response = await verify({ ...(await paid()), orderDetails: { total: 1, productDetails: [] } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const placed = Placed.parse(await response.json());
    expect(placed.message).toBe('Payment successful & order placed!');
    expect(placed.order).toMatchObject({
      _id: begun.orderId,
      state: 'placed',
      total: 24800,
      expiresAt: null,
    });
    expect((await readCart(shop, meera.id)).count).toBe(0);
    await settledOnce(shop, begun.orderId);
  });

  it('Fail leaves the order open: the next try may succeed [S-PAY-09]', async ({ shop }) => {
    const { begun, press, paid, verify, worker } = await payer(shop);
    expect(await press('fail')).toMatchObject({ outcome: 'failed' });
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
    expect((await verify(await paid())).status).toBe(200);
    await settledOnce(shop, begun.orderId);
  });

  it('closing it loses nothing: the pieces are held for their owner, then go back to everybody', async ({
    shop,
  }) => {
    const { meera, begun, worker } = await payer(shop);
    await worker.runOnce();
    expect((await readCart(shop, meera.id)).items).toMatchObject([{ proId: gulnar, stock: 1 }]);
    shop.clock.advance(minutes(15));
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('expired');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect((await readCart(shop, meera.id)).count).toBe(1);
  });

  it('a bank that answers late keeps the shopper waiting with words, and then tells by itself [S-PAY-15]', async ({
    shop,
  }) => {
    const { begun, paid, verify, worker } = await payer(shop);
    const proof = await paid(true);
    const woken = vi.spyOn(worker, 'wake');
    const waiting = await verify(proof);
    expect(waiting.status).toBe(202);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(await waiting.json()).toMatchObject({
      success: false,
      state: 'waiting',
      orderId: begun.orderId,
      message: expect.stringContaining('has not confirmed'),
    });
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    shop.clock.advance(20_000);
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
    expect((await verify(proof)).status).toBe(200);
  });

  it('a payment that the bank has not decided about is pending on the order, and no second order is taken [S-PAY-15]', async ({
    shop,
  }) => {
    const { meera, begun, paid, verify, worker } = await payer(shop);
    const order = () => readOrderOfCustomer(shop, meera.id, begun.orderId);
    expect((await order()).paymentPending).toBe(false);
    expect((await verify(await paid(true))).status).toBe(202);
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    for (const path of ['/payment/create-order', '/checkout/']) {
      const response = await meera.post(path, { orderDetails });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ title: 'payment-undecided', orderId: begun.orderId });
    }
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    shop.clock.advance(20_000);
    await worker.runOnce();
    expect(await order()).toMatchObject({ state: 'placed', paymentPending: false });
  });

  it('a pending payment that fails can be made again', async ({ shop }) => {
    const { meera, begun, paid, verify, provider, worker } = await payer(shop);
    const proof = await paid(true);
    expect((await verify(proof)).status).toBe(202);
    const [attempt] = await provider.listPayments(begun.order.id);
    if (!attempt) throw new Error('the pretend bank has no attempt');
    await confirmPayment(shop, provider, { ...attempt, status: 'failed' });
    expect((await readOrderOfCustomer(shop, meera.id, begun.orderId)).paymentPending).toBe(false);
    await worker.runOnce();
  });

  it('money for a piece that somebody else has by now goes back, with words and a letter [S-PAY-19]', async ({
    shop,
  }) => {
    const { app, begun, paid, verify, worker } = await payer(shop);
    shop.clock.advance(minutes(15));
    await worker.runOnce();
    const asha = await shopperWith(shop, app, 'asha', gulnar);
    await asha.post('/checkout/', { orderDetails });
    const proof = await paid();
    for (let press = 0; press < 2; press++) {
      const response = await verify(proof);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ title: 'payment-returned' });
    }
    expect(await orderStateOf(shop, begun.orderId)).toBe('expired');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amountPaise: 2_480_000 }]);
    expect(await countEmails(shop, 'refund')).toBe(1);
  });

  it('a payment of one’s earlier order, which was begun anew, goes back', async ({ shop }) => {
    const { meera, paid, verify } = await payer(shop, stole);
    await meera.post('/checkout/', { orderDetails });
    expect((await verify(await paid())).status).toBe(409);
    expect(await shop.db.select().from(refunds)).toHaveLength(1);
  });

  it('a press of Pay Now for what is paid already is told so, with the order', async ({ shop }) => {
    const { meera, begun, paid, verify } = await payer(shop);
    await verify(await paid());
    const response = await meera.post('/payment/create-order', { orderDetails });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ title: 'already-paid', order: { _id: begun.orderId } });
  });
});

describe('the popup’s answer and the bank’s own word, in any order', () => {
  it('verified twice, one after the other and at once, makes one order [S-PAY-15]', async ({ ownShop }) => {
    const { begun, paid, verify } = await payer(ownShop);
    const proof = await paid();
    const responses = await Promise.all(Array.from({ length: 8 }, () => verify(proof)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await verify(proof)).status).toBe(200);
    await settledOnce(ownShop, begun.orderId);
  });

  it('webhook before verify', async ({ shop }) => {
    const { begun, paid, verify, worker } = await payer(shop);
    const proof = await paid();
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
    expect((await verify(proof)).status).toBe(200);
    await settledOnce(shop, begun.orderId);
  });

  it('webhook after verify', async ({ shop }) => {
    const { begun, paid, verify, worker } = await payer(shop);
    await verify(await paid());
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
    expect(await shop.db.select().from(webhookInbox)).toMatchObject([{ tries: 1, failedAt: null }]);
  });

  it('webhook without verify: the browser was closed', async ({ shop }) => {
    const { begun, paid, worker } = await payer(shop);
    await paid();
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
  });

  it('the failure of an earlier try that is told after the success changes nothing', async ({ shop }) => {
    const { begun, press, paid, verify, worker } = await payer(shop);
    await press('fail');
    await verify(await paid());
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
  });

  it('neither: the browser was closed and the webhook lost, so the bank is asked after a quarter of an hour', async ({
    shop,
  }) => {
    const { begun, paid, worker, dropWebhooks } = await payer(shop);
    dropWebhooks();
    await paid();
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    shop.clock.advance(minutes(15));
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
  });

  it('a webhook that was not heard is told again', async ({ shop }) => {
    const { begun, paid, worker, dropWebhooks, deliverWebhooks } = await payer(shop);
    dropWebhooks();
    await paid();
    await worker.runOnce();
    deliverWebhooks();
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    shop.clock.advance(10_000);
    await worker.runOnce();
    await settledOnce(shop, begun.orderId);
  });

  it('two payments for one order: the second goes back', async ({ shop }) => {
    const { begun, paid, verify, worker } = await payer(shop);
    const late = await paid(true);
    expect((await verify(await paid())).status).toBe(200);
    shop.clock.advance(20_000);
    await worker.runOnce();
    expect(await shop.db.select().from(receipts)).toHaveLength(2);
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amountPaise: 2_480_000 }]);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
    expect(late.razorpay_payment_id).not.toBe('');
  });
});

describe('a bank that does not answer clearly', () => {
  it.for([new ProviderUnavailable('away'), new ProviderRejected('no')])(
    'opens no payment, and says so: %s',
    async (error, { shop }) => {
      const { app, provider } = shopWithBank(shop);
      const meera = await shopperWith(shop, app, 'meera.new', gulnar);
      const createOrder = () => Promise.reject(error);
      const begin = (bank: PaymentProvider) =>
        createPaymentOrder(shop, bank, meera.id, { input: { orderDetails }, key: undefined });
      await expect(begin({ ...provider, createOrder })).rejects.toMatchObject({
        name: 'bank-unavailable',
        status: 503,
      });
      // The same press again, once the bank is back, goes on with the same order.
      const begun = await begin(provider);
      expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
      expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
    },
  );

  it('does not hide a fault of the shop itself', async ({ shop }) => {
    const { app, provider } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const createOrder = () => Promise.reject(new TypeError('a fault'));
    const begun = createPaymentOrder(shop, { ...provider, createOrder }, meera.id, {
      input: { orderDetails },
      key: undefined,
    });
    await expect(begun).rejects.toThrow(TypeError);
  });

  it('keeps the shopper waiting where it knows nothing of the payment yet, or is away', async ({ shop }) => {
    const { meera, provider, begun, paid } = await payer(shop);
    const proof = await paid();
    const verifyAt = (listPayments: PaymentProvider['listPayments']) =>
      verifyPayment(shop, { ...provider, listPayments }, meera.id, proof);
    const waiting = { success: false, state: 'waiting', orderId: begun.orderId };
    expect(await verifyAt(async () => [])).toMatchObject(waiting);
    expect(await verifyAt(() => Promise.reject(new ProviderUnavailable('away')))).toMatchObject(waiting);
    expect(await verifyAt(() => Promise.reject(new ProviderRejected('no')))).toMatchObject(waiting);
    await expect(verifyAt(() => Promise.reject(new TypeError('a fault')))).rejects.toThrow(TypeError);
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
  });

  it('says that the money went back where the bank itself has given it back', async ({ shop }) => {
    const { meera, provider, paid } = await payer(shop);
    const proof = await paid();
    const listPayments: PaymentProvider['listPayments'] = async (id) =>
      (await provider.listPayments(id)).map((payment) => ({ ...payment, status: 'refunded' as const }));
    const verified = verifyPayment(shop, { ...provider, listPayments }, meera.id, proof);
    await expect(verified).rejects.toMatchObject({ name: 'payment-returned', status: 409 });
  });
});

describe('what does not come from the bank', () => {
  it('a signature with any one digit changed is refused, and nothing is done [S-PAY-15]', async ({
    shop,
  }) => {
    const { begun, paid, verify } = await payer(shop);
    const proof = await paid();
    const { razorpay_signature: signature } = proof;
    for (let at = 0; at < signature.length; at += 3) {
      const digit = signature[at] === '0' ? '1' : '0';
      const changed = signature.slice(0, at) + digit + signature.slice(at + 1);
      const response = await verify({ ...proof, razorpay_signature: changed });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ title: 'invalid-payment-signature' });
    }
    for (const odd of [signature.toUpperCase(), `${signature}0`, signature.slice(2), 'x'.repeat(64)])
      expect((await verify({ ...proof, razorpay_signature: odd })).status).toBe(400);
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    expect(await shop.db.select().from(receipts)).toHaveLength(0);
  });

  it('the signature of one payment proves no other', async ({ shop }) => {
    const { press, paid, verify } = await payer(shop);
    const failed = await press('fail');
    const proof = await paid();
    const swapped = { ...proof, razorpay_payment_id: failed.razorpay_payment_id };
    expect((await verify(swapped)).status).toBe(400);
  });

  it('a failed payment, though signed, places nothing', async ({ shop }) => {
    const { begun, paid, verify } = await payer(shop);
    const proof = await paid(true);
    await shop.db.update(pretendBankPayments).set({ state: 'failed', settlesAt: null });
    const response = await verify(proof);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ title: 'payment-failed' });
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
  });

  it('another shopper’s payment, and one that never was, are not found', async ({ shop }) => {
    const { app, begun, paid, verify } = await payer(shop);
    const proof = await paid();
    const asha = await shopperWith(shop, app, 'asha', stole);
    const theirs = await asha.startPayment();
    expect((await asha.post('/payment/verify-order', proof)).status).toBe(404);
    expect((await verify({ ...proof, razorpay_order_id: 'order_of_nobody' })).status).toBe(404);
    expect((await verify({ ...proof, razorpay_order_id: theirs.order.id })).status).toBe(404);
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
  });

  it.for(['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature'])(
    'an answer without %s is not complete [S-PAY-16]',
    async (name, { shop }) => {
      const { paid, verify } = await payer(shop);
      const proof = await paid();
      for (const odd of [undefined, null, '', 7, '\0', 'order 1', 'x'.repeat(201)]) {
        const response = await verify({ ...proof, [name]: odd });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ errors: [{ field: name }] });
      }
    },
  );

  it('one order’s payment, verified against a cheaper order of one’s own, buys nothing more', async ({
    shop,
  }) => {
    const { meera, begun, paid, verify } = await payer(shop, stole);
    const proof = await paid();
    const { order } = Placed.parse(await (await verify(proof)).json());
    expect(order.total).toBeLessThan(24800);
    await meera.post(`/cart/add/${gulnar}`, { quantity: 1 });
    const dear = await meera.startPayment();
    expect(dear.orderId).not.toBe(begun.orderId);
    expect((await verify({ ...proof, razorpay_order_id: dear.order.id })).status).toBe(400);
    expect(await orderStateOf(shop, dear.orderId)).toBe('pending_payment');
  });
});
