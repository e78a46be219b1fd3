import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect } from 'vitest';
import { payAtBank } from '../../../sandbox/pretend-bank.server.ts';
import { whileLocked } from '../../../tests/engine/locked-rows.ts';
import {
  gulnar,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
  startedPayment,
  stole,
} from '../../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { queueRefund } from '../../payments/payments.server.ts';
import { type PaymentProvider, type ProviderEvent, ProviderUnavailable } from '../../payments/provider.ts';
import { payments, receipts, refunds } from '../../payments/tables.server.ts';
import { handleEvent, pollPayments } from './payment-worker.server.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Signs in a customer and starts a payment at a bank whose webhooks are lost. */
async function startPayment(shop: TestShop, product = gulnar) {
  const { payment, press, ...bank } = await startedPayment(shop, product);
  bank.dropWebhooks();
  return { ...bank, started: payment, pay: () => press('pay') };
}

/** Wraps the provider. `requested` collects the provider order ids that were polled. */
function countRequests(provider: PaymentProvider) {
  const requested: string[] = [];
  const listPayments: PaymentProvider['listPayments'] = (id) => {
    requested.push(id);
    return provider.listPayments(id);
  };
  return { requested, counted: { ...provider, listPayments } };
}

describe('the payment worker without webhooks', () => {
  it.for([
    ['its order expires', false],
    ['the new expiry of a renewed hold', true],
  ] as const)('polls a payment a minute before %s [S-PAY-15]', async ([, isRenewed], { shop }) => {
    const { provider, meera, started, pay } = await startPayment(shop);
    if (isRenewed) {
      shop.clock.advance(10 * minute);
      expect((await meera.post('/payment/renew', { orderId: started.orderId })).status).toBe(200);
    }
    await pay();
    shop.clock.advance(14 * minute - 1);
    expect(await pollPayments(shop, provider)).toBe(0);
    shop.clock.advance(1);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, started.orderId)).toBe('placed');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('still polls a pending payment after another customer’s payment was confirmed', async ({ shop }) => {
    const { provider, started } = await startPayment(shop);
    const { requested, counted } = countRequests(provider);
    const bank = shopWithBank(shop);
    const other = await (await shopperWith(shop, bank.app, 'asha.new', stole)).startPayment();
    await payAtBank(shop, other.order.id, 'pay', false);
    shop.clock.advance(14 * minute);
    await pollPayments(shop, counted);
    expect(await orderStateOf(shop, other.orderId)).toBe('placed');
    requested.length = 0;
    shop.clock.advance(15 * minute);
    await pollPayments(shop, counted);
    expect(requested).toEqual([started.order.id]);
  });

  it('polls a payment even if polling another payment fails', async ({ shop }) => {
    const { app, provider, started, pay } = await startPayment(shop);
    await pay();
    const other = await (await shopperWith(shop, app, 'asha.new', stole)).startPayment();
    await payAtBank(shop, other.order.id, 'pay', false);
    const listPayments: PaymentProvider['listPayments'] = async (id) => {
      if (id === started.order.id) throw new ProviderUnavailable('away');
      return provider.listPayments(id);
    };
    shop.clock.advance(14 * minute);
    expect(await pollPayments(shop, { ...provider, listPayments })).toBe(2);
    expect(await orderStateOf(shop, other.orderId)).toBe('placed');
    expect(await orderStateOf(shop, started.orderId)).toBe('pending_payment');
    shop.clock.advance(15 * minute);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, started.orderId)).toBe('placed');
  });

  it('does not poll a payment that has no provider order id', async ({ shop }) => {
    const { provider } = await startPayment(shop);
    const { requested, counted } = countRequests(provider);
    await shop.db.update(payments).set({ providerOrderId: null });
    shop.clock.advance(hour);
    await pollPayments(shop, counted);
    expect(await shop.db.select().from(payments)).toMatchObject([{ checks: 1 }]);
    expect(requested).toEqual([]);
  });

  it('places an order that was paid twice, and refunds the second amount', async ({ shop }) => {
    const { provider, started, pay } = await startPayment(shop, stole);
    await pay();
    const [paid] = await provider.listPayments(started.order.id);
    if (!paid) throw new Error('the pretend bank has no payment');
    const twice: PaymentProvider = {
      ...provider,
      listPayments: async () => [{ ...paid, id: 'pay_reserved', status: 'authorized' }, paid],
      capture: async (payment) => ({ ...payment, status: 'captured' }),
    };
    shop.clock.advance(14 * minute);
    await pollPayments(shop, twice);
    expect(await orderStateOf(shop, started.orderId)).toBe('placed');
    const refunded = shop.db.select({ id: receipts.providerPaymentId }).from(refunds);
    expect(await refunded.innerJoin(receipts, eq(receipts.id, refunds.receiptId))).toEqual([
      { id: 'pay_reserved' },
    ]);
  });

  it('skips a payment that another worker has locked', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { provider } = await startPayment(ownShop);
    const { requested, counted } = countRequests(provider);
    ownShop.clock.advance(2 * hour);
    expect(await whileLocked(ownShop, payments, () => pollPayments(ownShop, counted))).toBe(0);
    expect(requested).toEqual([]);
    expect(await pollPayments(ownShop, counted)).toBe(1);
  });

  it('polls a payment once if two workers run concurrently', async ({ ownShop }) => {
    const { provider, started } = await startPayment(ownShop);
    const { requested, counted } = countRequests(provider);
    ownShop.clock.advance(14 * minute);
    await Promise.all([pollPayments(ownShop, counted), pollPayments(ownShop, counted)]);
    await pollPayments(ownShop, counted);
    expect(requested).toEqual([started.order.id]);
    const [payment] = await ownShop.db.select().from(payments).where(eq(payments.reference, started.orderId));
    expect(payment?.checks).toBe(1);
  });
});

describe('a webhook event', () => {
  const withEvent = (provider: PaymentProvider, event: ProviderEvent): PaymentProvider => ({
    ...provider,
    readEvent: () => event,
  });

  it('marks its refund as done', async ({ shop }) => {
    const { provider, pay } = await startPayment(shop);
    await pay();
    shop.clock.advance(14 * minute);
    await pollPayments(shop, provider);
    const [receipt] = await shop.db.select().from(receipts);
    if (!receipt) throw new Error('there is no receipt');
    const { id } = await queueRefund(shop, { receiptId: receipt.id, amountPaise: 100, reason: 'a thread' });
    const event = { kind: 'refund', refundId: 'rfnd_1', receipt: id, status: 'processed' } as const;
    await handleEvent(shop, withEvent(provider, event), '');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ doneAt: shop.clock.now() }]);
  });

  it('causes no database query if it is about neither a payment nor a refund', async ({ shop }) => {
    const { provider } = shopWithBank(shop);
    const otherProvider = withEvent(provider, { kind: 'other', name: 'invoice.paid' });
    expect(await handleEvent({ ...shop, db: drizzle.mock() }, otherProvider, '')).toBeUndefined();
  });
});
