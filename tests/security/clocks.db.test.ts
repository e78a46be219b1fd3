/** Tests of time limits at midnight in India, on leap days, and on machines in time zones with daylight saving. */
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

/** Places an order at a time. Returns its promised delivery date. */
async function promiseOf(shop: TestShop, time: string, name: string) {
  shop.clock.set(time);
  const { id } = await signInAs(shop, `${name}@example.in`);
  await addToCart(shop, id, 'TB-STO-001', { quantity: 1 });
  const { order } = await placeOrder(shop, id, {
    details: { shippingInfo: validDeliveryForm },
    method: 'COD',
  });
  return order.promisedBy;
}

/** Time zones of machines, with and without daylight saving. */
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe('time limits and dates in India', () => {
  it.for(zones)('give the same delivery date on a machine in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    await liftOrderLimits(shop);
    expect(await promiseOf(shop, '2026-11-21T23:59:59.999+05:30', 'one')).toBe('2026-11-28');
    expect(await promiseOf(shop, '2026-11-22T00:00:00.000+05:30', 'two')).toBe('2026-11-29');
    // Daylight saving begins in New York. The second date is a leap day.
    expect(await promiseOf(shop, '2027-03-14T12:29:59.999+05:30', 'three')).toBe('2027-03-21');
    expect(await promiseOf(shop, '2028-02-22T12:00:00+05:30', 'four')).toBe('2028-02-29');
    expect(await promiseOf(shop, '2028-02-23T12:00:00+05:30', 'five')).toBe('2028-03-01');
    expect(await promiseOf(shop, '2027-12-31T23:59:59.999+05:30', 'six')).toBe('2028-01-07');
  });

  it.for(zones)('start a new invoice series at midnight of 1 April, in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    const numbers: string[] = [];
    for (const [index, time] of [
      '2027-03-31T23:59:59.999+05:30',
      '2027-04-01T00:00:00.000+05:30',
    ].entries()) {
      shop.clock.set(time);
      const { order } = await cashOrder(shop, `customer.${index}`);
      await deliverOrder(shop, order.id);
      const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.orderId, order.id));
      numbers.push(invoice?.number ?? '');
    }
    expect(numbers[0]).toMatch(/26-?27/);
    expect(numbers[1]).toMatch(/27-?28/);
  });
});

describe('time limits', () => {
  it.for(zones)('end a hold after 15 minutes when daylight saving changes in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    for (const [index, time] of [
      '2026-11-01T05:50:00Z',
      '2027-03-14T06:50:00Z',
      '2028-02-28T18:20:00Z',
    ].entries()) {
      shop.clock.set(time);
      const { order } = await unpaidOrder(shop, `customer.${index}`, gulnar);
      shop.clock.advance(quarterHour - 1);
      expect(await expireOrders(shop)).toBe(0);
      shop.clock.advance(1);
      expect(await expireOrders(shop)).toBe(1);
      expect(await orderStateOf(shop, order.id)).toBe('expired');
    }
  });

  it.for(['2028-02-25T12:00:00+05:30', '2026-12-28T23:59:59.999+05:30', '2027-03-10T12:00:00+05:30'])(
    'allow a return for seven days from %s',
    async (time, { shop }) => {
      process.env.TZ = 'America/New_York';
      shop.clock.set(time);
      const { order, customerId } = await cashOrder(shop, 'meera.new');
      await deliverOrder(shop, order.id);
      shop.clock.advance(7 * day);
      await expect(requestReturn(shop, customerId, order.id, noText)).rejects.toMatchObject({ status: 409 });
      shop.clock.advance(-1);
      expect((await requestReturn(shop, customerId, order.id, noText)).state).toBe('return_requested');
    },
  );

  it("end a session after 30 days, also in a leap year's February", async ({ shop }) => {
    shop.clock.set('2028-02-10T12:00:00+05:30');
    const { token, id } = await signInAs(shop, 'asha@example.in');
    shop.clock.advance(30 * day);
    expect(await findSession(shop, token)).toBeUndefined();
    shop.clock.advance(-1);
    expect(await findSession(shop, token)).toMatchObject({ id });
  });

  it('expire an order once although the clock was set back and forward', async ({ shop }) => {
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
