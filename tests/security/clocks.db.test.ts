/** Tests of time limits at midnight in India, on leap days, and on machines in time zones with daylight saving. */
import { afterEach, describe, expect } from 'vitest';
import { expireOrders } from '../../app/checkout/payment-worker/payment-worker.server.ts';
import { requestReturn } from '../../app/orders/returns/return-order.server.ts';
import { gulnar, orderStateOf } from '../fixtures/checkout.ts';
import { liftOrderLimits } from '../fixtures/lift-order-limits.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { cashOrder, deliverOrder, invoicesOf, unpaidOrder } from '../fixtures/sold-orders.ts';
import { it } from '../fixtures/world.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const quarterHour = 15 * 60_000;
const day = 24 * 60 * 60_000;

/** Places an order at a time. Returns its promised delivery date. */
async function promiseOf(shop: TestShop, time: string, name: string) {
  shop.clock.set(time);
  return (await cashOrder(shop, name)).order.promisedBy;
}

/** Time zones of machines, with and without daylight saving. */
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe('time limits', () => {
  it.for(zones)('and dates in India are the same on a machine in %s', async (zone, { shop }) => {
    process.env.TZ = zone;
    await liftOrderLimits(shop);
    expect(await promiseOf(shop, '2026-11-21T23:59:59.999+05:30', 'one')).toBe('2026-11-28');
    expect(await promiseOf(shop, '2026-11-22T00:00:00.000+05:30', 'two')).toBe('2026-11-29');
    // Daylight saving begins in New York. The second date is a leap day.
    expect(await promiseOf(shop, '2027-03-14T12:29:59.999+05:30', 'three')).toBe('2027-03-21');
    expect(await promiseOf(shop, '2028-02-22T12:00:00+05:30', 'four')).toBe('2028-02-29');
    expect(await promiseOf(shop, '2028-02-23T12:00:00+05:30', 'five')).toBe('2028-03-01');
    expect(await promiseOf(shop, '2027-12-31T23:59:59.999+05:30', 'six')).toBe('2028-01-07');

    // A new series of invoices starts at midnight of 1 April.
    for (const [time, series] of [
      ['2027-03-31T23:59:59.999+05:30', /26-?27/],
      ['2027-04-01T00:00:00.000+05:30', /27-?28/],
    ] as const) {
      shop.clock.set(time);
      const { order } = await cashOrder(shop, 'meera.new');
      await deliverOrder(shop, order.id);
      expect((await invoicesOf(shop, order))[0]?.number).toMatch(series);
    }

    // A hold ends after 15 minutes, although daylight saving changes.
    for (const time of ['2026-11-01T05:50:00Z', '2027-03-14T06:50:00Z', '2028-02-28T18:20:00Z']) {
      shop.clock.set(time);
      const { order } = await unpaidOrder(shop, 'farah.new', gulnar);
      shop.clock.advance(quarterHour - 1);
      expect(await expireOrders(shop)).toBe(0);
      shop.clock.advance(1);
      expect(await expireOrders(shop)).toBe(1);
      expect(await orderStateOf(shop, order.id)).toBe('expired');
    }

    // A return is allowed for seven days, over a leap day, a new year and a change of daylight saving.
    for (const time of [
      '2028-02-25T12:00:00+05:30',
      '2026-12-28T23:59:59.999+05:30',
      '2027-03-10T12:00:00+05:30',
    ]) {
      shop.clock.set(time);
      const { order, customerId } = await cashOrder(shop, 'bina.new');
      await deliverOrder(shop, order.id);
      shop.clock.advance(7 * day);
      const request = () => requestReturn(shop, customerId, order.id, { reason: '', note: '' });
      await expect(request()).rejects.toMatchObject({ status: 409 });
      shop.clock.advance(-1);
      expect((await request()).state).toBe('return_requested');
    }
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
    expect(await orderStateOf(shop, order.id)).toBe('placed');
  });
});
