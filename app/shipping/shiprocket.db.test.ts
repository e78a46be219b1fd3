import { describe, expect } from 'vitest';
import { setUpShiprocketShipment } from '../../tests/doubles/shiprocket-shipment.ts';
import { hour, insertShipment, minute, readShipment, shipmentInput } from '../../tests/fixtures/shipments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { createShipment } from './shipments.server.ts';
import { shipments } from './tables.server.ts';

describe('booking a shipment at Shiprocket', () => {
  it('requests a tracking number, a pickup and a label, under the shop’s own shipment number', async ({
    shop,
  }) => {
    const { stub, runOnce, read, updates } = await setUpShiprocketShipment(shop);
    expect(await runOnce()).toBe(1);
    expect(stub.requests).toEqual([
      'POST /auth/login',
      'POST /orders/create/adhoc',
      'POST /courier/assign/awb',
      'POST /courier/generate/pickup',
      'POST /courier/generate/label',
    ]);
    expect(await read()).toMatchObject({
      ...{ step: 'booked', awb: '788830567000', carrier: 'Delhivery', lastError: null, failedAt: null },
      trackUrl: 'https://shiprocket.co/tracking/788830567000',
      labelUrl: 'https://labels.example/1.pdf',
      ...{ courierOrderId: '16161600', courierShipmentId: '15151500' },
    });
    expect(updates.steps()).toEqual(['booked']);
    expect(await runOnce()).toBe(0);
    expect(stub.orders).toMatchObject([{ number: 'TB9001', isReturn: false }]);
    // Shiprocket expects amounts in rupees, the weight in kilograms and the time in India.
    expect(stub.orders[0]?.body).toMatchObject({
      ...{ order_date: '2026-11-21 00:30', pickup_location: 'Jaipur workshop', shipping_is_billing: true },
      ...{ billing_customer_name: 'Meera', billing_last_name: 'Joshi', billing_phone: '9829000000' },
      ...{ billing_address: '14, Ravi Nagar', billing_address_2: '2nd floor', billing_pincode: '302003' },
      ...{ payment_method: 'COD', sub_total: 24_800, shipping_charges: 99, total_discount: 0, weight: 0.5 },
      order_items: [{ name: 'Gulnar', sku: 'TB-SAR-001', units: 1, selling_price: 24_800, hsn: '5007' }],
    });
  });

  it.for([
    '/orders/create/adhoc',
    '/courier/assign/awb',
    '/courier/generate/pickup',
    '/courier/generate/label',
  ])('creates only one Shiprocket order if the response to `%s` was lost', async (path, { shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    stub.failNext(path, 'lose');
    await runOnce();
    expect(await read()).toMatchObject({ tries: 1, failedAt: null });
    shop.clock.advance(minute);
    expect(await runOnce()).toBe(1);
    expect(stub.orders).toHaveLength(1);
    expect(stub.requests.filter((request) => request.endsWith('/assign/awb'))).toHaveLength(1);
    const booked = { step: 'booked', courierOrderId: '16161600', awb: '788830567000' };
    expect(await read()).toMatchObject({ ...booked, carrier: 'Delhivery', lastError: null });
  });

  it('creates only one Shiprocket order if the process ended before it stored the booking', async ({
    shop,
  }) => {
    const { stub, courier, runOnce, read } = await setUpShiprocketShipment(shop);
    const crash = new Error('the process ended');
    const booking = courier.book({ ...(await read()), triedBefore: false }, () => Promise.reject(crash));
    await expect(booking).rejects.toBe(crash);
    expect(stub.orders).toHaveLength(1);
    await shop.db.update(shipments).set({ tries: 1 });
    expect(await runOnce()).toBe(1);
    expect(stub.orders).toHaveLength(1);
    expect(await read()).toMatchObject({ step: 'booked', courierOrderId: '16161600' });
  });

  it('finds its own Shiprocket order if another order has a longer number with the same beginning', async ({
    shop,
  }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    const short = await insertShipment(shop, 'shiprocket', 'TB900');
    stub.failNext('/orders/create/adhoc', 'hang');
    await runOnce();
    shop.clock.advance(minute);
    await runOnce();
    expect(stub.orders.map(({ number }) => number)).toEqual(['TB9001', 'TB900']);
    expect((await readShipment(shop, short.id)).courierOrderId).toBe('16161601');
    expect((await read()).courierOrderId).toBe('16161600');
  });

  it('books each shipment once if several workers run at the same time', async ({ ownShop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(ownShop);
    for (let more = 2; more < 8; more++) await insertShipment(ownShop, 'shiprocket', `TB900${more}`);
    await Promise.all([runOnce(), runOnce(), runOnce()]);
    expect(stub.orders.map(({ number }) => number).sort()).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((last) => `TB900${last}`),
    );
  });
});

describe('the Shiprocket client', () => {
  it.for([
    ['/orders/create/adhoc', { message: 'Wrong Pickup location.', status_code: '422', data: {} }, 'Wrong'],
    [
      '/courier/assign/awb',
      { awb_assign_status: 0, response: { data: { awb_assign_error: 'Please recharge.' } } },
      'Please recharge.',
    ],
  ] as const)(
    'fails a shipment with Shiprocket’s error message if a response 200 to `%s` contains an error',
    async ([path, body, message], { shop }) => {
      const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
      stub.failNext(path, { status: 200, body });
      expect(await runOnce()).toBe(0);
      const failed = { failedAt: expect.any(Date), lastError: expect.stringContaining(message) };
      expect(await read()).toMatchObject(failed);
      shop.clock.advance(24 * hour);
      expect(await runOnce()).toBe(0);
    },
  );

  it('keeps the tracking number if Shiprocket sends no label, and retries the rest of the booking', async ({
    shop,
  }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    stub.failNext('/courier/generate/label', { status: 200, body: { label_created: 0, label_url: '' } });
    await runOnce();
    const booked = { step: 'booked', awb: '788830567000', labelUrl: null, bookedAt: null, failedAt: null };
    expect(await read()).toMatchObject(booked);
    shop.clock.advance(minute);
    expect(await runOnce()).toBe(1);
    const labelled = { labelUrl: 'https://labels.example/1.pdf', bookedAt: expect.any(Date) };
    expect(await read()).toMatchObject(labelled);
    // Shiprocket responds 500 to the repeated pickup request.
    expect(stub.orders[0]?.pickups).toBe(2);
  });

  it('retries a booking after a timeout, a 5xx response or a response that is not JSON', async ({ shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    stub.failNext('/orders/create/adhoc', 'hang');
    await runOnce();
    expect((await read()).lastError).toContain('did not respond (POST /orders/create/adhoc)');
    shop.clock.advance(minute);
    stub.failNext('/orders/create/adhoc', { status: 200, body: 'a page' });
    await runOnce();
    shop.clock.advance(2 * minute);
    stub.failNext('/orders/create/adhoc', { status: 502 });
    await runOnce();
    expect(await read()).toMatchObject({ failedAt: null, tries: 3 });
    shop.clock.advance(4 * minute);
    expect(await runOnce()).toBe(1);
    expect(stub.orders).toHaveLength(1);
  });

  it('pauses all requests after a response 429', async ({ shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    stub.failNext('/orders/create/adhoc', { status: 429, headers: { 'retry-after': '120' } });
    await runOnce();
    const requested = stub.requests.length;
    shop.clock.advance(minute);
    expect(await runOnce()).toBe(0);
    expect(stub.requests).toHaveLength(requested);
    shop.clock.advance(2 * minute);
    expect(await runOnce()).toBe(1);
    expect(await read()).toMatchObject({ step: 'booked', failedAt: null });
  });

  it('fails a shipment to another country without a request to Shiprocket', async ({ shop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(shop);
    const details = { ...shipmentInput, number: 'TB9900', to: { ...shipmentInput.to, country: 'Canada' } };
    const input = { reference: 'abroad', direction: 'out', courier: 'shiprocket', details } as const;
    const abroad = await inTransaction(shop, (tx) => createShipment(tx, input));
    await runOnce();
    const failed = { courierOrderId: null, failedAt: expect.any(Date) };
    expect(await readShipment(shop, abroad.id)).toMatchObject(failed);
    expect(stub.orders.map(({ number }) => number)).toEqual(['TB9001']);
  });
});
