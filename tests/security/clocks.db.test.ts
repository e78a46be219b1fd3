/** The edges of the clock: midnight in India, the leap day, a machine that stands elsewhere and changes its hour. */
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect } from 'vitest';
import { addToCart } from '../../app/cart/cart.server.ts';
import { expireOrders } from '../../app/checkout/payment-worker/payment-worker.server.ts';
import { placeOrder } from '../../app/checkout/place-order.server.ts';
import { findSession } from '../../app/customers/sessions.server.ts';
import { invoices } from '../../app/orders/invoices/tables.server.ts';
import { requestReturn } from '../../app/orders/returns/return-order.server.ts';
import { orders } from '../../app/orders/tables.server.ts';
import { gulnar, orderStateOf, validDeliveryForm } from '../fixtures/checkout.ts';
import { liftOrderLimits } from '../fixtures/lift-order-limits.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder, deliverOrder, unpaidOrder } from '../fixtures/sold-orders.ts';
import { it } from '../fixtures/world.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const quarterHour = 15 * 60_000;
const day = 24 * 60 * 60_000;
const noText = { reason: '', note: '' };

async function promiseOf(shop: TestShop, moment: string, name: string) {
  shop.clock.set(moment);
  const { id } = await signInAs(shop, `${name}@example.in`);
  await addToCart(shop, id, 'TB-STO-001', { quantity: 1 });
  const { order } = await placeOrder(shop, id, {
    details: { shippingInfo: validDeliveryForm },
    method: 'COD',
  });
  return order.promisedBy;
}

/** Where machines stand, and where the hour changes in the night that follows. */
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe('the day in India', () => {
  it.for(zones)('is the same for a machine in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    await liftOrderLimits(shop);
    expect(await promiseOf(shop, '2026-11-21T23:59:59.999+05:30', 'one')).toBe('2026-11-28');
    expect(await promiseOf(shop, '2026-11-22T00:00:00.000+05:30', 'two')).toBe('2026-11-29');
    // The night in which New York's clocks go forward, and the leap day.
    expect(await promiseOf(shop, '2027-03-14T12:29:59.999+05:30', 'three')).toBe('2027-03-21');
    expect(await promiseOf(shop, '2028-02-22T12:00:00+05:30', 'four')).toBe('2028-02-29');
    expect(await promiseOf(shop, '2028-02-23T12:00:00+05:30', 'five')).toBe('2028-03-01');
    expect(await promiseOf(shop, '2027-12-31T23:59:59.999+05:30', 'six')).toBe('2028-01-07');
  });

  it.for(zones)('changes the series at midnight of 1 April, for a machine in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    const numbers: string[] = [];
    for (const [at, moment] of ['2027-03-31T23:59:59.999+05:30', '2027-04-01T00:00:00.000+05:30'].entries()) {
      shop.clock.set(moment);
      const { order } = await cashOrder(shop, `somebody.${at}`);
      await deliverOrder(shop, order.id);
      const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.orderId, order.id));
      numbers.push(invoice?.number ?? '');
    }
    expect(numbers[0]).toMatch(/26-?27/);
    expect(numbers[1]).toMatch(/27-?28/);
  });
});

describe('to the millisecond', () => {
  it.for(zones)('a hold lasts a quarter of an hour while the clocks of %s change', async (zone, { shop }) => {
    process.env.TZ = zone;
    for (const [at, moment] of [
      '2026-11-01T05:50:00Z',
      '2027-03-14T06:50:00Z',
      '2028-02-28T18:20:00Z',
    ].entries()) {
      shop.clock.set(moment);
      const { order } = await unpaidOrder(shop, `somebody.${at}`, gulnar);
      shop.clock.advance(quarterHour - 1);
      expect(await expireOrders(shop)).toBe(0);
      shop.clock.advance(1);
      expect(await expireOrders(shop)).toBe(1);
      expect(await orderStateOf(shop, order.id)).toBe('expired');
    }
  });

  it.for(['2028-02-25T12:00:00+05:30', '2026-12-28T23:59:59.999+05:30', '2027-03-10T12:00:00+05:30'])(
    'seven days for a return, from %s over the leap day, the new year and the change of the hour',
    async (moment, { shop }) => {
      process.env.TZ = 'America/New_York';
      shop.clock.set(moment);
      const { order, customerId } = await cashOrder(shop, 'meera.new');
      await deliverOrder(shop, order.id);
      shop.clock.advance(7 * day);
      await expect(requestReturn(shop, customerId, order.id, noText)).rejects.toMatchObject({ status: 409 });
      shop.clock.advance(-1);
      expect((await requestReturn(shop, customerId, order.id, noText)).state).toBe('return_requested');
    },
  );

  it('thirty days for a session, over the end of February of a leap year', async ({ shop }) => {
    shop.clock.set('2028-02-10T12:00:00+05:30');
    const { token, id } = await signInAs(shop, 'asha@example.in');
    shop.clock.advance(30 * day);
    expect(await findSession(shop, token)).toBeUndefined();
    shop.clock.advance(-1);
    expect(await findSession(shop, token)).toMatchObject({ id });
  });

  it('a clock that was set back, or ahead, ends no order twice and loses none', async ({ shop }) => {
    const { order, pay } = await unpaidOrder(shop, 'meera.new', gulnar);
    shop.clock.advance(-10 * 60_000);
    expect(await expireOrders(shop)).toBe(0);
    shop.clock.advance(day);
    expect(await expireOrders(shop)).toBe(1);
    shop.clock.advance(-day);
    expect(await expireOrders(shop)).toBe(0);
    expect(await pay()).toBe('placed');
    const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
    expect(stored?.state).toBe('placed');
  });
});
