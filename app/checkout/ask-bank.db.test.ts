import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect } from 'vitest';
import { whileLocked } from '../../tests/engine/locked-rows.ts';
import {
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
import { queueRefund } from '../payments/payments.server.ts';
import { payAtBank } from '../payments/pretend-bank.server.ts';
import { type PaymentProvider, type ProviderEvent, ProviderUnavailable } from '../payments/provider.ts';
import { payments, receipts, refunds } from '../payments/tables.server.ts';
import { expireOrders } from './payment-worker/expire-orders.server.ts';
import { handleEvent, pollPayments } from './payment-worker/payment-worker.server.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Somebody whose popup is open, at a bank whose webhooks are lost. */
async function payer(shop: TestShop, product = gulnar) {
  const bank = shopWithBank(shop);
  bank.dropWebhooks();
  const meera = await shopperWith(shop, bank.app, 'meera.new', product);
  const begun = await meera.startPayment();
  return { ...bank, meera, begun, pay: () => payAtBank(shop, begun.order.id, 'pay', false) };
}

/** Counts how often the provider is asked. */
function counting(provider: PaymentProvider) {
  const requested: string[] = [];
  const counted: PaymentProvider = {
    ...provider,
    listPayments: (id) => {
      requested.push(id);
      return provider.listPayments(id);
    },
  };
  return { requested, counted };
}

describe('a payment of which nobody has told the shop', () => {
  it('is found a minute before its pieces would be given back, and they are not [S-PAY-15]', async ({
    shop,
  }) => {
    const { provider, begun, pay } = await payer(shop);
    await pay();
    shop.clock.advance(14 * minute - 1);
    expect(await pollPayments(shop, provider)).toBe(0);
    shop.clock.advance(1);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('is asked about before the pieces of it are given back, however late the clerk comes', async ({
    shop,
  }) => {
    const { worker, begun, pay } = await payer(shop);
    await pay();
    shop.clock.advance(3 * hour);
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
  });

  it('whose time was renewed is asked about a minute before the new end', async ({ shop }) => {
    const { provider, meera, begun, pay } = await payer(shop);
    shop.clock.advance(10 * minute);
    expect((await meera.post('/payment/renew', { orderId: begun.orderId })).status).toBe(200);
    await pay();
    shop.clock.advance(14 * minute - 1);
    expect(await pollPayments(shop, provider)).toBe(0);
    shop.clock.advance(1);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
  });

  it('of an order that was begun anew goes back, once its time would have been over', async ({ shop }) => {
    const { provider, meera, pay } = await payer(shop, stole);
    await pay();
    await meera.post('/checkout/', { orderDetails });
    shop.clock.advance(14 * minute);
    await pollPayments(shop, provider);
    expect(await shop.db.select().from(refunds)).toHaveLength(1);
  });

  it('that does not come is asked about at growing intervals, for three days', async ({ shop }) => {
    const { provider } = await payer(shop);
    const { requested, counted } = counting(provider);
    const times: number[] = [];
    const end = 6 * 24 * hour;
    for (let passed = 0; passed <= end; passed += 15 * minute) {
      const before = requested.length;
      await pollPayments(shop, counted);
      await expireOrders(shop);
      if (requested.length > before) times.push(passed);
      shop.clock.advance(15 * minute);
    }
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(times).toHaveLength(6);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(72 * hour);
    expect(times.at(-1)).toBeLessThan(100 * hour);
    expect(await shop.db.select({ nextCheckAt: payments.nextCheckAt }).from(payments)).toEqual([
      { nextCheckAt: null },
    ]);
  });

  it('that comes after all is found by a later asking, and placed while the piece is free', async ({
    shop,
  }) => {
    const { provider, worker, begun, pay } = await payer(shop);
    shop.clock.advance(16 * minute);
    await worker.runOnce();
    expect(await orderStateOf(shop, begun.orderId)).toBe('expired');
    await pay();
    shop.clock.advance(14 * minute);
    expect(await pollPayments(shop, provider)).toBe(0);
    shop.clock.advance(minute);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
  });

  it('keeps being asked about while another is settled', async ({ shop }) => {
    const { provider, begun } = await payer(shop);
    const { requested, counted } = counting(provider);
    const bank = shopWithBank(shop);
    const other = await (await shopperWith(shop, bank.app, 'asha.new', stole)).startPayment();
    await payAtBank(shop, other.order.id, 'pay', false);
    shop.clock.advance(14 * minute);
    await pollPayments(shop, counted);
    expect(await orderStateOf(shop, other.orderId)).toBe('placed');
    requested.length = 0;
    shop.clock.advance(15 * minute);
    await pollPayments(shop, counted);
    expect(requested).toEqual([begun.order.id]);
  });

  it('is asked about though the bank could not say what became of another', async ({ shop }) => {
    const { app, provider, begun, pay } = await payer(shop);
    await pay();
    const other = await (await shopperWith(shop, app, 'asha.new', stole)).startPayment();
    await payAtBank(shop, other.order.id, 'pay', false);
    const forgetful: PaymentProvider = {
      ...provider,
      listPayments: async (id) => {
        if (id === begun.order.id) throw new ProviderUnavailable('away');
        return provider.listPayments(id);
      },
    };
    shop.clock.advance(14 * minute);
    expect(await pollPayments(shop, forgetful)).toBe(2);
    expect(await orderStateOf(shop, other.orderId)).toBe('placed');
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
    shop.clock.advance(15 * minute);
    expect(await pollPayments(shop, provider)).toBe(1);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
  });

  it('that the bank itself has not heard of is not asked about', async ({ shop }) => {
    const { provider } = await payer(shop);
    const { requested, counted } = counting(provider);
    await shop.db.update(payments).set({ providerOrderId: null });
    shop.clock.advance(hour);
    await pollPayments(shop, counted);
    expect(await shop.db.select().from(payments)).toMatchObject([{ checks: 1 }]);
    expect(requested).toEqual([]);
  });

  it('is asked about with at most nineteen others in a round', async ({ shop }) => {
    const { provider } = shopWithBank(shop);
    const { requested, counted } = counting(provider);
    const now = shop.clock.now();
    await shop.db.insert(payments).values(
      Array.from({ length: 21 }, (_, at) => ({
        reference: `order ${at}`,
        provider: provider.name,
        providerOrderId: `order_${at}`,
        amountPaise: 100,
        createdAt: now,
        nextCheckAt: new Date(now.getTime() - 1000 + at),
      })),
    );
    expect(await pollPayments(shop, counted)).toBe(20);
    expect(requested).toEqual(Array.from({ length: 20 }, (_, at) => `order_${at}`));
    expect(await pollPayments(shop, counted)).toBe(1);
  });

  it('tried twice is settled by the money that is there, and what is captured after it goes back', async ({
    shop,
  }) => {
    const { provider, begun, pay } = await payer(shop, stole);
    await pay();
    const [paid] = await provider.listPayments(begun.order.id);
    if (!paid) throw new Error('the bank knows of no payment');
    const twice: PaymentProvider = {
      ...provider,
      listPayments: async () => [{ ...paid, id: 'pay_reserved', status: 'authorized' }, paid],
      capture: async (payment) => ({ ...payment, status: 'captured' }),
    };
    shop.clock.advance(14 * minute);
    await pollPayments(shop, twice);
    expect(await orderStateOf(shop, begun.orderId)).toBe('placed');
    const back = shop.db.select({ id: receipts.providerPaymentId }).from(refunds);
    expect(await back.innerJoin(receipts, eq(receipts.id, refunds.receiptId))).toEqual([
      { id: 'pay_reserved' },
    ]);
  });

  it('that another worker has locked is passed over', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { provider } = await payer(ownShop);
    const { requested, counted } = counting(provider);
    ownShop.clock.advance(2 * hour);
    expect(await whileLocked(ownShop, payments, () => pollPayments(ownShop, counted))).toBe(0);
    expect(requested).toEqual([]);
    expect(await pollPayments(ownShop, counted)).toBe(1);
  });

  it('that was asked about is not asked about again at once, nor by two clerks', async ({ ownShop }) => {
    const { provider, begun } = await payer(ownShop);
    const { requested, counted } = counting(provider);
    ownShop.clock.advance(14 * minute);
    await Promise.all([pollPayments(ownShop, counted), pollPayments(ownShop, counted)]);
    await pollPayments(ownShop, counted);
    expect(requested).toEqual([begun.order.id]);
    const [payment] = await ownShop.db.select().from(payments).where(eq(payments.reference, begun.orderId));
    expect(payment?.checks).toBe(1);
  });
});

describe('what the bank tells of its own accord', () => {
  const telling = (provider: PaymentProvider, event: ProviderEvent): PaymentProvider => ({
    ...provider,
    readEvent: () => event,
  });

  it('settles a refund', async ({ shop }) => {
    const { provider, pay } = await payer(shop);
    await pay();
    shop.clock.advance(14 * minute);
    await pollPayments(shop, provider);
    const [receipt] = await shop.db.select().from(receipts);
    if (!receipt) throw new Error('no money came in');
    const { id } = await queueRefund(shop, { receiptId: receipt.id, amountPaise: 100, reason: 'a thread' });
    const bank = telling(provider, { kind: 'refund', refundId: 'rfnd_1', receipt: id, status: 'processed' });
    await handleEvent(shop, bank, '');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ doneAt: shop.clock.now() }]);
  });

  it('of something else than money is passed over, without a look into the books', async ({ shop }) => {
    const { provider } = shopWithBank(shop);
    const other = telling(provider, { kind: 'other', name: 'invoice.paid' });
    expect(await handleEvent({ ...shop, db: drizzle.mock() }, other, '')).toBeUndefined();
  });
});
