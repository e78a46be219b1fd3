import { describe, expect } from 'vitest';
import { requestTimeoutMs, setUpShiprocketShipment } from '../../tests/doubles/shiprocket-shipment.ts';
import {
  hour,
  insertShipment,
  minute,
  readShipment,
  recordTrackingUpdates,
  shipmentInput,
} from '../../tests/fixtures/shipments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { bookShipments } from './shipment-worker.server.ts';
import { cancelShipment } from './shipments.server.ts';
import { shiprocket } from './shiprocket.server.ts';

describe('cancelling a shipment at Shiprocket', () => {
  it('sends no request for a shipment that was not booked yet', async ({ shop }) => {
    const { stub, runOnce, reference } = await setUpShiprocketShipment(shop);
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    expect(await runOnce()).toBe(0);
    expect(stub.requests).toEqual([]);
  });

  it('cancels the tracking number first, and then Shiprocket’s order', async ({ shop }) => {
    const { stub, runOnce, reference, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    expect(await runOnce()).toBe(1);
    expect(stub.requests.slice(-2)).toEqual(['POST /orders/cancel/shipment/awbs', 'POST /orders/cancel']);
    expect(stub.orders).toMatchObject([{ status: 'CANCELED', awb: null }]);
    expect(await read()).toMatchObject({ nextTryAt: null, lastError: null, failedAt: null });
    expect(await runOnce()).toBe(0);
  });

  it('succeeds even if the response to the booking was lost', async ({ shop }) => {
    const { stub, runOnce, reference } = await setUpShiprocketShipment(shop);
    stub.failNext('/orders/create/adhoc', 'lose');
    await runOnce();
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    shop.clock.advance(2 * minute);
    expect(await runOnce()).toBe(1);
    expect(stub.orders).toMatchObject([{ status: 'CANCELED' }]);
  });

  it('succeeds even if the shop cancels the shipment while it is being booked', async ({ shop }) => {
    const { stub, runOnce, reference } = await setUpShiprocketShipment(shop);
    const courier = shiprocket(shop, stub.account, requestTimeoutMs);
    const book: typeof courier.book = async (input, saveProgress) => {
      await courier.book(input, saveProgress);
      await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    };
    await bookShipments(shop, { ...courier, book }, recordTrackingUpdates().onTrackingUpdate);
    await runOnce();
    expect(stub.orders).toMatchObject([{ status: 'CANCELED', awb: null }]);
  });

  it('is retried if its response was lost', async ({ shop }) => {
    const { stub, runOnce, reference, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    for (const _time of [1, 2]) stub.failNext('/orders/cancel', 'lose');
    await runOnce();
    expect((await read()).nextTryAt).not.toBeNull();
    shop.clock.advance(minute);
    await runOnce();
    shop.clock.advance(2 * minute);
    await runOnce();
    expect(stub.orders).toMatchObject([{ status: 'CANCELED' }]);
    expect(await read()).toMatchObject({ nextTryAt: null, failedAt: null });
  });

  it('fails if Shiprocket rejects it', async ({ shop }) => {
    const { stub, runOnce, reference, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    const body = { message: 'Cannot cancel: shipment is out for pickup', status_code: 400 };
    stub.failNext('/orders/cancel/shipment', { status: 400, body });
    await runOnce();
    const failed = { failedAt: expect.any(Date), lastError: expect.stringContaining('out for pickup') };
    expect(await read()).toMatchObject(failed);
  });
});

it('books a return shipment from the customer’s address to the pickup location', async ({ shop }) => {
  const { stub, runOnce, reference } = await setUpShiprocketShipment(shop);
  await inTransaction(shop, (tx) => cancelShipment(tx, reference));
  const { id } = await insertShipment(shop, 'shiprocket', 'TB9001-R', 'back');
  expect(await runOnce()).toBe(1);
  expect(stub.orders).toMatchObject([{ number: 'TB9001-R', isReturn: true }]);
  expect(stub.orders[0]?.body).toMatchObject({
    ...{ pickup_customer_name: 'Meera', pickup_pincode: '302003', payment_method: 'Prepaid' },
    shipping_customer_name: 'Tanabana',
    ...{ shipping_address: '7, Weavers’ Lane', shipping_pincode: '302001' },
  });
  expect(await readShipment(shop, id)).toMatchObject({ step: 'booked', labelUrl: null });
});

describe('a shipment without webhook events', () => {
  const scan = (date: string, status: string, activity: string) => ({
    ...{ date, activity, location: 'Jaipur' },
    ...{ 'sr-status': status, 'sr-status-label': activity.toUpperCase() },
  });

  it('is polled 12 hours after the last event or poll, until 60 days after its booking', async ({ shop }) => {
    const { stub, runOnce, read, updates } = await setUpShiprocketShipment(shop);
    const tracks = () => stub.requests.filter((request) => request.startsWith('GET /courier/track')).length;
    await runOnce();
    shop.clock.advance(12 * hour - 1);
    expect(await runOnce()).toBe(0);
    shop.clock.advance(1);
    expect([await runOnce(), await runOnce()]).toEqual([1, 0]);
    expect(tracks()).toBe(1);
    expect(await read()).toMatchObject({ step: 'booked', lastError: null });
    stub.setScans('788830567000', [
      scan('2026-11-21 20:00:00', '17', 'Out for delivery'),
      scan('2026-11-21 14:00:00', '42', 'Picked up'),
    ]);
    for (const _request of [2, 3]) {
      shop.clock.advance(12 * hour);
      await runOnce();
      expect(updates.steps()).toEqual(['booked', 'shipped', 'out_for_delivery']);
      expect(await read()).toMatchObject({ step: 'out_for_delivery', expectedOn: '2026-11-27' });
    }
    expect(tracks()).toBe(3);
    shop.clock.advance(60 * 24 * hour);
    await runOnce();
    expect((await read()).nextTryAt).toBeNull();
  });
});

describe('Shiprocket’s access token', () => {
  it('is requested again only after nine days', async ({ shop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(shop);
    await runOnce();
    await insertShipment(shop, 'shiprocket', 'TB9002');
    shop.clock.advance(9 * 24 * hour - 1);
    await runOnce();
    expect(stub.countLogins()).toBe(1);
    await insertShipment(shop, 'shiprocket', 'TB9003');
    shop.clock.advance(1);
    await runOnce();
    expect(stub.countLogins()).toBe(2);
  });

  it('is replaced if Shiprocket rejects it, and the request is repeated', async ({ shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    stub.expireTokens();
    const { id } = await insertShipment(shop, 'shiprocket', 'TB9002');
    expect(await runOnce()).toBe(1);
    expect(stub.countLogins()).toBe(2);
    expect((await readShipment(shop, id)).step).toBe('booked');
    expect((await read()).step).toBe('booked');
  });

  it('is requested once for concurrent requests, even after its expiry', async ({ shop }) => {
    const { stub } = await setUpShiprocketShipment(shop);
    const courier = shiprocket(shop, stub.account, 2000);
    const shipment = { awb: '1', direction: 'out', number: shipmentInput.number } as const;
    const track = () => Promise.all([1, 2, 3, 4].map(() => courier.track(shipment)));
    await track();
    expect(stub.countLogins()).toBe(1);
    stub.expireTokens();
    await track();
    expect(stub.countLogins()).toBe(2);
  });

  it('is not requested again for several minutes after a wrong password', async ({ shop }) => {
    const { stub, id } = await setUpShiprocketShipment(shop);
    const courier = shiprocket(shop, { ...stub.account, password: 'wrong' }, requestTimeoutMs);
    for (let round = 0; round < 5; round++) {
      await bookShipments(shop, courier, recordTrackingUpdates().onTrackingUpdate);
      shop.clock.advance(2 * minute);
    }
    expect(stub.countLogins()).toBe(1);
    expect(await readShipment(shop, id)).toMatchObject({ failedAt: null, step: null });
  });
});
