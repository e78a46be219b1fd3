import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  gulnar,
  orderDetails,
  orderStateOf,
  readStockLevel,
  stole,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { emailsOf, unpaidOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { readCart } from '../cart/read-cart.server.ts';
import { cancelOwnOrder } from '../orders/cancel-order.server.ts';
import { orderLines, orderUnits } from '../orders/tables.server.ts';
import { queueRefund } from '../payments/payments.server.ts';
import type { ProviderPayment } from '../payments/provider.ts';
import { payments, receipts, refunds } from '../payments/tables.server.ts';
import { receiveStock } from '../stock/stock.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { expireOrders } from './payment-worker/payment-worker.server.ts';
import { placeOrder } from './place-order.server.ts';

const quarterHour = 15 * 60_000;

/** Creates a customer with a pending order for this product. `paid` builds the provider's payment of the order. */
async function pendingOrder(shop: TestShop, name: string, proId = gulnar) {
  const { customerId, order, providerOrderId, provider } = await unpaidOrder(shop, name, proId);
  const paid = (more: Partial<ProviderPayment> = {}): ProviderPayment => ({
    ...{ id: 'pay_1', orderId: providerOrderId, amountPaise: order.totalPaise, currency: 'INR' },
    ...{ status: 'captured', ...more },
  });
  return { provider, customer: customerId, order, paid };
}

describe('confirming a payment', () => {
  it('captures an authorised payment, and removes only the ordered units from the cart', async ({ shop }) => {
    const { provider, customer, paid } = await pendingOrder(shop, 'meera.new', stole);
    await addToCart(shop, customer, stole, { quantity: 2 });
    expect(await confirmPayment(shop, provider, paid({ status: 'authorized' }))).toBe('placed');
    expect(provider.captured).toEqual(['pay_1']);
    expect((await readCart(shop, customer)).items).toMatchObject([{ proId: stole, quantity: 2 }]);
  });

  it('places the order once in twenty concurrent confirmations', async ({ ownShop }) => {
    const { provider, order, paid } = await pendingOrder(ownShop, 'meera.new');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => confirmPayment(ownShop, provider, paid())),
    );
    expect(new Set(outcomes)).toEqual(new Set(['placed']));
    expect(await ownShop.db.select().from(receipts)).toHaveLength(1);
    expect(await ownShop.db.select().from(refunds)).toHaveLength(0);
    expect(await emailsOf(ownShop, 'order')).toHaveLength(1);
    expect(await orderStateOf(ownShop, order.id)).toBe('placed');
  });

  it('does not change the order if the payment is not captured or belongs to another shop', async ({
    shop,
  }) => {
    const { provider, order, paid } = await pendingOrder(shop, 'meera.new');
    for (const status of ['created', 'failed'] as const)
      expect(await confirmPayment(shop, provider, paid({ status }))).toBe('waiting');
    expect(await confirmPayment(shop, provider, paid({ orderId: 'order_of_another_shop' }))).toBe('unknown');
    expect(await orderStateOf(shop, order.id)).toBe('pending_payment');
  });

  it.for([{ amountPaise: 2_479_999 }, { amountPaise: 2_480_001 }, { amountPaise: 1 }, { currency: 'USD' }])(
    'refunds a payment with a wrong amount or currency: %j',
    async (wrong, { shop }) => {
      const { provider, order, paid } = await pendingOrder(shop, 'meera.new');
      expect(await confirmPayment(shop, provider, paid(wrong))).toBe('refunded');
      expect(await orderStateOf(shop, order.id)).toBe('pending_payment');
      expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
      const [text, ...more] = await emailsOf(shop, 'refund');
      expect(text).toContain('The amount we received was not the amount of the order.');
      expect(text).toContain(
        'to the account or card it came from, and reaches you within 7–10 working days after we send it.',
      );
      expect(more).toEqual([]);
    },
  );

  it('refunds the second payment of an order, even if more units are in stock', async ({ shop }) => {
    const { provider, order, paid } = await pendingOrder(shop, 'meera.new', stole);
    await confirmPayment(shop, provider, paid());
    expect(await confirmPayment(shop, provider, paid({ id: 'pay_2' }))).toBe('refunded');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amountPaise: order.totalPaise }]);
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 39, held: 0 });
    expect(await emailsOf(shop, 'refund')).toEqual([
      expect.stringContaining('The order was already paid, so we are refunding this second payment.'),
    ]);
  });

  it('fails and writes nothing if the order or its lines are missing', async ({ shop }) => {
    const { provider, order, paid } = await pendingOrder(shop, 'meera.new');
    const reference = randomUUID();
    await shop.db.update(payments).set({ reference });
    await expect(confirmPayment(shop, provider, paid())).rejects.toThrow(`refers to order ${reference}`);
    await shop.db.update(payments).set({ reference: order.id });
    await shop.db.delete(orderUnits).where(eq(orderUnits.orderId, order.id));
    await shop.db.delete(orderLines).where(eq(orderLines.orderId, order.id));
    await expect(confirmPayment(shop, provider, paid())).rejects.toThrow(RangeError);
    expect(await shop.db.select().from(receipts)).toHaveLength(0);
    expect(await orderStateOf(shop, order.id)).toBe('pending_payment');
  });
});

describe('a late payment', () => {
  it('places an expired order if its product is still available', async ({ shop }) => {
    const { provider, order, paid } = await pendingOrder(shop, 'meera.new');
    shop.clock.advance(quarterHour);
    expect(await expireOrders(shop)).toBe(1);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await confirmPayment(shop, provider, paid())).toBe('placed');
    expect(await orderStateOf(shop, order.id)).toBe('placed');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('is refunded, with an email, if the product was sold in the meantime', async ({ shop }) => {
    const { provider, order, paid } = await pendingOrder(shop, 'meera.new');
    shop.clock.advance(quarterHour);
    const { id: asha } = await signInAs(shop, 'asha@example.in');
    await expireOrders(shop);
    await addToCart(shop, asha, gulnar, { quantity: 1 });
    await placeOrder(shop, asha, { details: orderDetails, method: 'COD' });
    expect(await confirmPayment(shop, provider, paid())).toBe('refunded');
    expect(await orderStateOf(shop, order.id)).toBe('expired');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await emailsOf(shop, 'refund')).toEqual([expect.stringContaining('after our hold had ended')]);
  });

  it.for([
    ['a superseded', 0, 'you had started a new order'],
    ['an expired and superseded', quarterHour, 'you had started a new order'],
    ['a cancelled', 0, 'you had cancelled the order'],
    ['an expired and cancelled', quarterHour, 'you had cancelled the order'],
  ] as const)(
    'is refunded for %s order, with an email that states the reason',
    async ([, wait, reason], { shop }) => {
      const { provider, customer, order, paid } = await pendingOrder(shop, 'meera.new', stole);
      shop.clock.advance(wait);
      await expireOrders(shop);
      const isCancelled = reason.includes('cancelled');
      if (isCancelled) await cancelOwnOrder(shop, customer, order.id);
      else await placeOrder(shop, customer, { details: orderDetails, method: 'COD' });
      expect(await confirmPayment(shop, provider, paid())).toBe('refunded');
      expect(await orderStateOf(shop, order.id)).toBe('expired');
      expect(await readStockLevel(shop, stole)).toEqual({ onHand: isCancelled ? 40 : 39, held: 0 });
      expect(await emailsOf(shop, 'refund')).toEqual([
        expect.stringContaining(`The payment arrived after ${reason}.`),
      ]);
    },
  );

  it('places its order if the worker expires the order at the same time', async ({ ownShop }) => {
    await receiveStock(ownShop, [{ variantId: gulnar, change: 5 }], 'more');
    for (let index = 0; index < 6; index++) {
      const { provider, order, paid } = await pendingOrder(ownShop, `payer${index}`);
      ownShop.clock.advance(quarterHour);
      await Promise.all([
        expireOrders(ownShop),
        confirmPayment(ownShop, provider, paid({ id: `pay_${index}` })),
        expireOrders(ownShop),
      ]);
      expect(await orderStateOf(ownShop, order.id)).toBe('placed');
    }
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 0, held: 0 });
    expect(await ownShop.db.select().from(refunds)).toHaveLength(0);
  });
});

it('confirming a payment while the same customer places orders causes no deadlock and sells no unit twice', async ({
  ownShop,
}) => {
  for (let index = 0; index < 6; index++) {
    const { provider, customer, paid } = await pendingOrder(ownShop, `presser${index}`, stole);
    // Each run has its own phone number and address, because the number of cash orders for each of them is limited.
    const own = { phone: `982900000${index}`, address: `${index} Ravi Nagar` };
    const details = { shippingInfo: { ...validDeliveryForm, ...own } };
    const press = () =>
      placeOrder(ownShop, customer, { details, method: 'COD' }).catch((error) =>
        expect(error).toMatchObject({ name: 'cart-empty' }),
      );
    await Promise.all([confirmPayment(ownShop, provider, paid({ id: `pay_${index}` })), press(), press()]);
  }
  expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: 34, held: 0 });
});

it('the worker expires an unpaid order once in concurrent runs', async ({ ownShop }) => {
  const { order } = await pendingOrder(ownShop, 'meera.new');
  expect(await expireOrders(ownShop)).toBe(0);
  ownShop.clock.advance(quarterHour);
  const counts = await Promise.all([expireOrders(ownShop), expireOrders(ownShop), expireOrders(ownShop)]);
  expect(counts.reduce((a, b) => a + b)).toBe(1);
  expect(await orderStateOf(ownShop, order.id)).toBe('expired');
  expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
});

it('the shop never refunds more than it has received if twenty refunds are queued at once', async ({
  ownShop,
}) => {
  const { provider, paid } = await pendingOrder(ownShop, 'meera.new');
  await confirmPayment(ownShop, provider, paid());
  const [receipt] = await ownShop.db.select().from(receipts);
  const part = { receiptId: receipt?.id ?? '', amountPaise: 1_000_000, reason: 'a thread was loose' };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => queueRefund(ownShop, part)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await ownShop.db.select().from(refunds)).toHaveLength(2);
});
