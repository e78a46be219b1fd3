import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderDetails, orderStateOf, readStockLevel, startedPayment } from '../../tests/fixtures/checkout.ts';
import { it } from '../../tests/fixtures/world.ts';
import { deleteAccount } from '../customers/profile/profile.server.ts';
import { orders } from '../orders/tables.server.ts';
import { receipts, refunds } from '../payments/tables.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { createPaymentOrder } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

it('a payment places its order after the account is deleted [S-PAY-15]', async ({ shop }) => {
  const { meera, payment, press, worker } = await startedPayment(shop);
  await deleteAccount(shop, meera.id);
  await press('pay');
  await worker.runOnce();
  expect(await orderStateOf(shop, payment.orderId)).toBe('placed');
  expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  expect(await shop.db.select().from(refunds)).toHaveLength(0);
});

it('a request places no order if the account is deleted after the request was authenticated', async ({
  shop,
}) => {
  const { meera, provider } = await startedPayment(shop);
  await deleteAccount(shop, meera.id);
  const input = { details: orderDetails, method: 'COD' as const };
  await expect(placeOrder(shop, meera.id, input)).rejects.toMatchObject({ status: 401 });
  const request = { input: { orderDetails }, key: undefined };
  const started = createPaymentOrder(shop, provider, meera.id, request);
  await expect(started).rejects.toMatchObject({ status: 401 });
  expect(await shop.db.select().from(orders).where(eq(orders.paymentMethod, 'COD'))).toHaveLength(0);
});

it('concurrent confirmations of a payment place its order once while the account is deleted', async ({
  ownShop,
}) => {
  const { meera, payment, press, provider } = await startedPayment(ownShop);
  await press('pay');
  const [reported] = await provider.listPayments(payment.order.id);
  if (!reported) throw new Error('the pretend bank has no payment');
  const outcomes = await Promise.all([
    ...Array.from({ length: 6 }, () => confirmPayment(ownShop, provider, reported)),
    deleteAccount(ownShop, meera.id),
    ...Array.from({ length: 6 }, () => confirmPayment(ownShop, provider, reported)),
  ]);
  expect(new Set(outcomes.filter(Boolean))).toEqual(new Set(['placed']));
  expect(await ownShop.db.select().from(receipts)).toHaveLength(1);
  expect(await readStockLevel(ownShop)).toEqual({ onHand: 0, held: 0 });
  const [order] = await ownShop.db.select().from(orders).where(eq(orders.id, payment.orderId));
  expect(order).toMatchObject({ state: 'placed', customerId: null });
});

it('concurrent requests place at most one order while the account is deleted', async ({ ownShop }) => {
  const { meera } = await startedPayment(ownShop);
  const presses = Array.from({ length: 6 }, () => meera.post('/checkout/', { orderDetails }));
  const [, ...responses] = await Promise.all([deleteAccount(ownShop, meera.id), ...presses]);
  for (const { status } of responses) expect([200, 401, 409]).toContain(status);
  const placed = await ownShop.db.select().from(orders).where(eq(orders.paymentMethod, 'COD'));
  expect(placed.length).toBeLessThanOrEqual(1);
});
