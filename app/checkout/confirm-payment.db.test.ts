import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart, readCart } from '../cart/cart.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { cancelOrder } from '../orders/cancel-order.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';
import { createPayment, queueRefund } from '../payments/payments.server.ts';
import type { ProviderPayment } from '../payments/provider.ts';
import { payments, receipts, refunds } from '../payments/tables.server.ts';
import { receiveStock } from '../stock/stock.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { expireOrders } from './payment-worker/expire-orders.server.ts';
import { placeOrder } from './place-order.server.ts';

/** Gulnar, of which there is one, for ₹24,800. */
const gulnar = 'TB-SAR-001';
const stole = 'TB-STO-001';

const home = {
  country: 'India',
  firstName: 'Meera',
  lastName: 'Joshi',
  address: '14, Ravi Nagar',
  apartment: '2nd floor',
  city: 'Jaipur',
  state: 'Rajasthan',
  phone: '98290 00000',
  pincode: '302003',
};

const quarterHour = 15 * 60_000;

/** Somebody who has pressed Pay for this piece, and what the provider calls it. */
async function payer(shop: Shop, name: string, proId = gulnar) {
  const provider = fakeProvider();
  const { id } = await signInAs(shop, `${name}@example.in`);
  await addToCart(shop, id, proId, { quantity: 1 });
  const { order } = await placeOrder(shop, id, { details: { shippingInfo: home }, method: 'Online' });
  const providerOrderId = await createPayment(shop, provider, {
    reference: order.id,
    receipt: order.number,
    amountPaise: order.totalPaise,
  });
  const paid = (more: Partial<ProviderPayment> = {}): ProviderPayment => ({
    id: 'pay_1',
    orderId: providerOrderId,
    amountPaise: order.totalPaise,
    currency: 'INR',
    status: 'captured',
    ...more,
  });
  return { provider, customer: id, order, paid };
}

async function stateOf(shop: Shop, id: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
  return order?.state;
}

async function onHand(shop: Shop, variantId = gulnar) {
  const [level] = await shop.db.select().from(stockLevels).where(eq(stockLevels.variantId, variantId));
  return level && { onHand: level.onHand, held: level.held };
}

/** Why, as the letter to whom `name` calls says, the money went back. */
async function explained(shop: Shop, name: string) {
  const isTheirs = and(eq(outbox.kind, 'refund'), eq(outbox.to, `${name}@example.in`));
  return (await shop.db.select({ text: outbox.text }).from(outbox).where(isTheirs)).map(({ text }) => text);
}

const emails = async (shop: Shop, kind: string) =>
  (await shop.db.select().from(outbox).where(eq(outbox.kind, kind))).length;

describe('a payment that comes back', () => {
  it('places the order, sells the piece, empties the cart and writes one letter [S-PAY-15]', async ({
    shop,
  }) => {
    const { provider, customer, order, paid } = await payer(shop, 'meera.new');
    expect(await confirmPayment(shop, provider, paid())).toBe('placed');
    expect(await stateOf(shop, order.id)).toBe('placed');
    expect(await onHand(shop)).toEqual({ onHand: 0, held: 0 });
    expect((await readCart(shop, customer)).count).toBe(0);
    expect(await emails(shop, 'order')).toBe(1);
    const history = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(history.map(({ state }) => state)).toEqual(['pending_payment', 'placed']);
  });

  it('has its letter sent at once, when it is written for good', async ({ ownShop }) => {
    const { provider, paid } = await payer(ownShop, 'meera.new');
    const found: Promise<number>[] = [];
    const shop = { ...ownShop, wakeEmailWorker: () => void found.push(emails(ownShop, 'order')) };
    await confirmPayment(shop, provider, paid());
    expect(await Promise.all(found)).toEqual([1]);
  });

  it('takes no more out of the cart than was bought', async ({ shop }) => {
    const { provider, customer, paid } = await payer(shop, 'meera.new', stole);
    await addToCart(shop, customer, stole, { quantity: 2 });
    await confirmPayment(shop, provider, paid());
    expect((await readCart(shop, customer)).items).toMatchObject([{ proId: stole, quantity: 2 }]);
  });

  it('twenty times at once, from the popup and by webhook, settles once', async ({ ownShop }) => {
    const { provider, order, paid } = await payer(ownShop, 'meera.new');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => confirmPayment(ownShop, provider, paid())),
    );
    expect(new Set(outcomes)).toEqual(new Set(['placed']));
    expect(await ownShop.db.select().from(receipts)).toHaveLength(1);
    expect(await ownShop.db.select().from(refunds)).toHaveLength(0);
    expect(await emails(ownShop, 'order')).toBe(1);
    expect(await stateOf(ownShop, order.id)).toBe('placed');
  });

  it('an authorised one is captured first', async ({ shop }) => {
    const { provider, paid } = await payer(shop, 'meera.new');
    expect(await confirmPayment(shop, provider, paid({ status: 'authorized' }))).toBe('placed');
    expect(provider.captured).toEqual(['pay_1']);
  });

  it.for(['created', 'failed'] as const)('one that is only %s changes nothing', async (status, { shop }) => {
    const { provider, order, paid } = await payer(shop, 'meera.new');
    expect(await confirmPayment(shop, provider, paid({ status }))).toBe('waiting');
    expect(await stateOf(shop, order.id)).toBe('pending_payment');
  });

  it('a failed one may still succeed', async ({ shop }) => {
    const { provider, paid } = await payer(shop, 'meera.new');
    await confirmPayment(shop, provider, paid({ status: 'failed' }));
    expect(await confirmPayment(shop, provider, paid())).toBe('placed');
    expect(await confirmPayment(shop, provider, paid({ status: 'failed' }))).toBe('waiting');
  });

  it('for an order that is not ours is left alone', async ({ shop }) => {
    const { provider, paid } = await payer(shop, 'meera.new');
    expect(await confirmPayment(shop, provider, paid({ orderId: 'order_of_another_shop' }))).toBe('unknown');
  });

  it.for([{ amountPaise: 2_479_999 }, { amountPaise: 2_480_001 }, { amountPaise: 1 }, { currency: 'USD' }])(
    'in another amount than asked goes back: %j',
    async (wrong, { shop }) => {
      const { provider, order, paid } = await payer(shop, 'meera.new');
      expect(await confirmPayment(shop, provider, paid(wrong))).toBe('refunded');
      expect(await stateOf(shop, order.id)).toBe('pending_payment');
      expect(await onHand(shop)).toEqual({ onHand: 1, held: 1 });
      const [reportedPayment, ...more] = await explained(shop, 'meera.new');
      expect(reportedPayment).toContain('The amount that came was not the amount of the order.');
      expect(reportedPayment).toContain('The money goes back to the account or card it came from.');
      expect(more).toEqual([]);
    },
  );

  it('a second payment of one order goes back, however many pieces are left', async ({ shop }) => {
    const { provider, order, paid } = await payer(shop, 'meera.new', stole);
    await confirmPayment(shop, provider, paid());
    expect(await confirmPayment(shop, provider, paid({ id: 'pay_2' }))).toBe('refunded');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amountPaise: order.totalPaise }]);
    expect(await onHand(shop, stole)).toEqual({ onHand: 39, held: 0 });
    expect(await explained(shop, 'meera.new')).toEqual([
      expect.stringContaining('The order was paid already, so this second payment goes back.'),
    ]);
  });

  it('for an order that is gone is a fault, and nothing is written', async ({ shop }) => {
    const { provider, paid } = await payer(shop, 'meera.new');
    const reference = randomUUID();
    await shop.db.update(payments).set({ reference });
    await expect(confirmPayment(shop, provider, paid())).rejects.toThrow(`the order ${reference} of payment`);
    expect(await shop.db.select().from(receipts)).toHaveLength(0);
  });

  it('does not go back for a fault of the shop itself: nothing is written, and it is told again', async ({
    shop,
  }) => {
    const { provider, order, paid } = await payer(shop, 'meera.new');
    await shop.db.delete(orderLines).where(eq(orderLines.orderId, order.id));
    await expect(confirmPayment(shop, provider, paid())).rejects.toThrow(RangeError);
    expect(await shop.db.select().from(receipts)).toHaveLength(0);
    expect(await stateOf(shop, order.id)).toBe('pending_payment');
  });
});

describe('a payment that comes late', () => {
  it('revives the order while the piece is still there', async ({ shop }) => {
    const { provider, order, paid } = await payer(shop, 'meera.new');
    shop.clock.advance(quarterHour);
    expect(await expireOrders(shop)).toBe(1);
    expect(await onHand(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await confirmPayment(shop, provider, paid())).toBe('placed');
    expect(await stateOf(shop, order.id)).toBe('placed');
    expect(await onHand(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('goes back, with a letter, when somebody else has the piece now', async ({ shop }) => {
    const { provider, order, paid } = await payer(shop, 'meera.new');
    shop.clock.advance(quarterHour);
    const { id: asha } = await signInAs(shop, 'asha@example.in');
    await expireOrders(shop);
    await addToCart(shop, asha, gulnar, { quantity: 1 });
    await placeOrder(shop, asha, { details: { shippingInfo: home }, method: 'COD' });
    expect(await confirmPayment(shop, provider, paid())).toBe('refunded');
    expect(await stateOf(shop, order.id)).toBe('expired');
    expect(await onHand(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await explained(shop, 'meera.new')).toEqual([
      expect.stringContaining('after the time for which the piece was put aside, and somebody else has it'),
    ]);
  });

  it('goes back when the shopper has begun a new order meanwhile, also if there are more pieces', async ({
    shop,
  }) => {
    const { provider, customer, paid } = await payer(shop, 'meera.new', stole);
    await placeOrder(shop, customer, { details: { shippingInfo: home }, method: 'COD' });
    expect(await confirmPayment(shop, provider, paid())).toBe('refunded');
    expect(await onHand(shop, stole)).toEqual({ onHand: 39, held: 0 });
    expect(await explained(shop, 'meera.new')).toEqual([
      expect.stringContaining('The payment came after you had begun a new order.'),
    ]);
  });

  it.for(['in time', 'late'] as const)(
    'goes back when the shopper had cancelled the order %s, and the letter says so',
    async (when, { shop }) => {
      const { provider, customer, order, paid } = await payer(shop, 'meera.new', stole);
      if (when === 'late') {
        shop.clock.advance(quarterHour);
        await expireOrders(shop);
      }
      await cancelOrder(shop, { actor: 'shopper', customerId: customer, idOrNumber: order.id });
      expect(await confirmPayment(shop, provider, paid())).toBe('refunded');
      expect(await explained(shop, 'meera.new')).toEqual([
        expect.stringContaining('The payment came after you had cancelled the order.'),
      ]);
    },
  );

  it('expiry and payment at the same moment: either way nothing is lost', async ({ ownShop }) => {
    await receiveStock(ownShop, [{ variantId: gulnar, change: 5 }], 'more');
    for (let round = 0; round < 6; round++) {
      const { provider, order, paid } = await payer(ownShop, `payer${round}`);
      ownShop.clock.advance(quarterHour);
      await Promise.all([
        expireOrders(ownShop),
        confirmPayment(ownShop, provider, paid({ id: `pay_${round}` })),
        expireOrders(ownShop),
      ]);
      expect(await stateOf(ownShop, order.id)).toBe('placed');
    }
    expect(await onHand(ownShop)).toEqual({ onHand: 0, held: 0 });
    expect(await ownShop.db.select().from(refunds)).toHaveLength(0);
  });
});

describe('the shopper’s own presses beside a payment', () => {
  it('a press of Pay while the payment comes back never ends in a deadlock, nor in two sales', async ({
    ownShop,
  }) => {
    for (let round = 0; round < 6; round++) {
      const { provider, customer, paid } = await payer(ownShop, `presser${round}`, stole);
      const press = () =>
        placeOrder(ownShop, customer, { details: { shippingInfo: home }, method: 'COD' }).catch((error) => {
          expect(error).toMatchObject({ name: 'cart-empty' });
        });
      await Promise.all([confirmPayment(ownShop, provider, paid({ id: `pay_${round}` })), press(), press()]);
    }
    expect(await onHand(ownShop, stole)).toEqual({ onHand: 34, held: 0 });
  });
});

describe('orders that nobody paid', () => {
  it('end once, by however many sweepers', async ({ ownShop }) => {
    const { order } = await payer(ownShop, 'meera.new');
    expect(await expireOrders(ownShop)).toBe(0);
    ownShop.clock.advance(quarterHour);
    const ended = await Promise.all([expireOrders(ownShop), expireOrders(ownShop), expireOrders(ownShop)]);
    expect(ended.reduce((a, b) => a + b)).toBe(1);
    expect(await stateOf(ownShop, order.id)).toBe('expired');
    expect(await onHand(ownShop)).toEqual({ onHand: 1, held: 0 });
  });
});

describe('money that goes back', () => {
  it('never comes to more than was received, in parts or at once', async ({ ownShop }) => {
    const { provider, paid } = await payer(ownShop, 'meera.new');
    await confirmPayment(ownShop, provider, paid());
    const [receipt] = await ownShop.db.select().from(receipts);
    const part = { receiptId: receipt?.id ?? '', amountPaise: 1_000_000, reason: 'a thread was loose' };
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => queueRefund(ownShop, part)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await ownShop.db.select().from(refunds)).toHaveLength(2);
  });
});
