import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  gulnar,
  orderDetails,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { deleteAccount } from '../customers/profile/profile.server.ts';
import { orders } from '../orders/tables.server.ts';
import { payAtBank } from '../payments/pretend-bank.server.ts';
import { receipts, refunds } from '../payments/tables.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { createPaymentOrder } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

/** Somebody whose payment is under way, for the only Gulnar. */
async function payer(shop: TestShop) {
  const bank = shopWithBank(shop);
  const meera = await shopperWith(shop, bank.app, 'meera.new', gulnar);
  const begun = await meera.startPayment();
  const pay = () => payAtBank(shop, begun.order.id, 'pay', false);
  return { ...bank, meera, begun, pay };
}

describe('an account that is deleted while a payment is under way', () => {
  it('the money that comes places the order: its pieces are held for it still [S-PAY-15]', async ({
    shop,
  }) => {
    const { meera, begun, pay, worker } = await payer(shop);
    await deleteAccount(shop, meera.id);
    await pay();
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await shop.db.select().from(refunds)).toHaveLength(0);
  });

  it('whoever signed in is told so by every call of the counter, and nothing is broken', async ({ shop }) => {
    const { meera, begun, pay } = await payer(shop);
    const { outcome: _, ...proof } = await pay();
    await deleteAccount(shop, meera.id);
    const answers = await Promise.all([
      meera.post('/payment/verify-order', proof),
      meera.post('/payment/renew', { orderId: begun.orderId }),
      meera.post('/payment/create-order', { orderDetails }),
      meera.post('/checkout/', { orderDetails }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('between the door and the counter: the order is refused, and nothing is written', async ({ shop }) => {
    const { meera, provider } = await payer(shop);
    await deleteAccount(shop, meera.id);
    const press = { details: orderDetails, method: 'COD' as const };
    await expect(placeOrder(shop, meera.id, press)).rejects.toMatchObject({ status: 401 });
    const wanted = { input: { orderDetails }, key: undefined };
    await expect(createPaymentOrder(shop, provider, meera.id, wanted)).rejects.toMatchObject({ status: 401 });
    expect(await shop.db.select().from(orders).where(eq(orders.paymentMethod, 'COD'))).toHaveLength(0);
  });

  it('at the very same moment: the payment is settled, once, whichever comes first', async ({ ownShop }) => {
    const { meera, begun, pay, provider } = await payer(ownShop);
    await pay();
    const [reported] = await provider.listPayments(begun.order.id);
    if (!reported) throw new Error('the bank knows of no payment');
    const outcomes = await Promise.all([
      ...Array.from({ length: 6 }, () => confirmPayment(ownShop, provider, reported)),
      deleteAccount(ownShop, meera.id),
      ...Array.from({ length: 6 }, () => confirmPayment(ownShop, provider, reported)),
    ]);
    expect(new Set(outcomes.filter(Boolean))).toEqual(new Set(['placed']));
    expect(await ownShop.db.select().from(receipts)).toHaveLength(1);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 0, held: 0 });
    const [order] = await ownShop.db.select().from(orders).where(eq(orders.id, begun.orderId));
    expect(order).toMatchObject({ state: 'placed', customerId: null });
  });

  it('at the very same moment as an order: it is placed or refused, never broken', async ({ ownShop }) => {
    const { meera } = await payer(ownShop);
    const presses = Array.from({ length: 6 }, () => meera.post('/checkout/', { orderDetails }));
    const [, ...responses] = await Promise.all([deleteAccount(ownShop, meera.id), ...presses]);
    for (const { status } of responses) expect([200, 401, 409]).toContain(status);
    const placed = await ownShop.db.select().from(orders).where(eq(orders.paymentMethod, 'COD'));
    expect(placed.length).toBeLessThanOrEqual(1);
  });
});
