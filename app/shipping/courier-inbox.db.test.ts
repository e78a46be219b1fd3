import { describe, expect } from 'vitest';
import { courierKey, pretendCourier } from '../../sandbox/pretend-courier.server.ts';
import { shopWithBank } from '../../tests/fixtures/checkout.ts';
import {
  hour,
  insertShipment,
  minute,
  readShipment,
  recordTrackingUpdates,
  shipmentInput,
} from '../../tests/fixtures/shipments.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { handleCourierEvents } from './courier-inbox.server.ts';
import { bookShipments } from './shipment-worker.server.ts';
import { cancelShipment } from './shipments.server.ts';
import { courierInbox, trackingEvents } from './tables.server.ts';

const path = '/api/hooks/courier';

/** Books a shipment at the pretend courier. Returns functions that post and handle webhook events of this shipment. */
async function bookedShipment(shop: TestShop) {
  const { app } = shopWithBank(shop);
  const courier = pretendCourier(shop);
  const updates = recordTrackingUpdates();
  const { id, reference } = await insertShipment(shop, 'pretend');
  await bookShipments(shop, courier, updates.onTrackingUpdate);
  const { awb } = await readShipment(shop, id);
  const key = courierKey(shop);
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: HeadersInit = { 'x-api-key': key }) =>
    app.request(path, { method: 'POST', body, headers });
  const eventBody = (status: number, time: string, more: Record<string, unknown> = {}) =>
    JSON.stringify({
      ...{ awb, order_id: `${shipmentInput.number}_373`, current_timestamp: `21 11 2026 ${time}`, scans: [] },
      ...{ current_status: `status ${status}`, current_status_id: status },
      ...{ shipment_status: `status ${status}`, shipment_status_id: String(status), ...more },
    });
  const handle = () => handleCourierEvents(shop, courier, updates.onTrackingUpdate);
  return { reference, key, post, eventBody, handle, updates, read: () => readShipment(shop, id) };
}

const scan = (time: string, status: unknown, activity: string) => {
  return { date: `2026-11-21 ${time}`, activity, location: 'Jaipur', 'sr-status': status };
};

const listStored = (shop: TestShop) => shop.db.select().from(courierInbox);

describe('the courier’s webhook', () => {
  it('stores an event before responding 200, and later handles it only once, even if it arrives three times', async ({
    shop,
  }) => {
    const { post, eventBody, handle, updates, read } = await bookedShipment(shop);
    shop.clock.advance(hour);
    expect(await (await post(eventBody(18, '12:20:00'))).json()).toEqual({ success: true });
    expect((await read()).step).toBe('booked');
    expect(await handle()).toBe(1);
    expect((await read()).step).toBe('shipped');
    const at = new Date('2026-11-21T12:20:00+05:30');
    expect(updates.received.at(-1)).toEqual({
      ...{ reference: 'order of TB9001', direction: 'out', step: 'shipped', at },
      ...{ text: 'status 18', location: null, expectedOn: '2026-11-25' },
    });
    shop.clock.advance(24 * hour);
    // Post the event twice more: unchanged, and with different white space.
    for (const space of [0, 2]) {
      await post(JSON.stringify(JSON.parse(eventBody(18, '12:20:00')), null, space));
      expect(await handle()).toBe(0);
    }
    expect(await listStored(shop)).toMatchObject([{ tries: 1 }]);
    expect(await shop.db.select().from(trackingEvents)).toHaveLength(1);
  });

  it('stores each scan once if concurrent events contain the same scan', async ({ ownShop }) => {
    const { post, eventBody, handle, updates, read } = await bookedShipment(ownShop);
    const scans = ['10:00:00', '10:30:00', '11:00:00'].map((time) => scan(time, 18, `scan at ${time}`));
    await Promise.all([
      post(eventBody(18, '10:30:00', { scans: scans.slice(0, 2) })),
      post(eventBody(18, '11:00:00', { scans })),
      post(eventBody(17, '11:30:00', { scans: scans.toReversed() })),
    ]);
    await Promise.all([handle(), handle(), handle()]);
    expect(await ownShop.db.select().from(trackingEvents)).toHaveLength(4);
    expect(updates.steps().filter((step) => step === 'out_for_delivery')).toHaveLength(1);
    expect((await read()).step).toBe('out_for_delivery');
  });

  it('does not store an event if the key in its header is missing, changed or shortened', async ({
    shop,
  }) => {
    const { post, eventBody, key } = await bookedShipment(shop);
    const wrong = `${key.slice(0, 9)}${key[9] === '0' ? '1' : '0'}${key.slice(10)}`;
    const forged = ['', 'x'.repeat(64), wrong, key.slice(1)].map((token) => ({ 'x-api-key': token }));
    for (const headers of [{}, ...forged]) {
      const response = await post(eventBody(7, '11:00:00'), headers);
      expect(await response.json()).toMatchObject({ status: 401, title: 'invalid-courier-token' });
    }
    expect(await listStored(shop)).toEqual([]);
  });

  it('responds 200 to bodies that cannot be read, and marks their events as failed', async ({ shop }) => {
    const { post, handle } = await bookedShipment(shop);
    const bodies = ['no json', '[]', '{}', '{"scans":1}', 'null', '{"awb":{}}', '', '\0ÿþ\0'];
    for (const body of bodies)
      expect((await post(Uint8Array.from(Buffer.from(body, 'latin1')))).status, body).toBe(200);
    expect(await handle()).toBe(0);
    const failed = { handledAt: null, failedAt: expect.any(Date), tries: 1 };
    expect(await listStored(shop)).toMatchObject(bodies.map(() => failed));
  });

  it('marks an event of an unknown shipment as failed after six tries', async ({ shop }) => {
    const { post, eventBody, handle, updates } = await bookedShipment(shop);
    await post(eventBody(7, '11:00:00', { awb: 'X1', order_id: 'X_1' }));
    for (let round = 0; round < 8; round++) {
      await handle();
      shop.clock.advance(13 * hour);
    }
    expect(await listStored(shop)).toMatchObject([{ tries: 6, handledAt: null }]);
    expect(updates.steps()).toEqual(['booked']);
  });

  it('responds 413 to a body above 256 kB, and 404 if no courier is configured', async ({ shop }) => {
    const { post, eventBody } = await bookedShipment(shop);
    const body = eventBody(18, '11:00:00');
    expect((await post(body.padEnd(256 * 1024, ' '))).status).toBe(200);
    expect((await post(body.padEnd(256 * 1024 + 1, ' '))).status).toBe(413);
    const { app } = shopWithBank({ ...shop, config: { ...shop.config, pretendsCourier: false } });
    expect((await app.request(path, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

describe('the tracking of a shipment', () => {
  it('never returns to an earlier step if tracking events arrive out of sequence', async ({ shop }) => {
    const { post, eventBody, handle, updates, read } = await bookedShipment(shop);
    const times = ['11:30:00', '10:00:00', '09:00:00', '11:45:00', '11:00:00'];
    for (const [index, status] of [17, 42, 19, 7, 18].entries()) {
      await post(eventBody(status, times[index] ?? ''));
      await handle();
      shop.clock.advance(minute);
    }
    expect(updates.steps()).toEqual(['booked', 'out_for_delivery', null, null, 'delivered', null]);
    expect(await read()).toMatchObject({ step: 'delivered', nextTryAt: null });
    expect(await shop.db.select().from(trackingEvents)).toHaveLength(5);
  });

  it('applies all scans of a tracking event, oldest first', async ({ shop }) => {
    const { post, eventBody, handle, updates } = await bookedShipment(shop);
    const scans = [
      scan('11:58:00', '7', 'Delivered to consignee'),
      scan('11:30:00', 17, 'Out for delivery'),
      scan('11:00:00', 'NA', 'Held at the depot'),
      scan('10:00:00', '42', 'Picked up'),
    ];
    await post(eventBody(7, '11:59:00', { scans, etd: '2026-11-22 20:00:00' }));
    await handle();
    expect(updates.received.map(({ step, text }) => [step, text])).toEqual([
      ['booked', 'Pickup Scheduled'],
      ['shipped', 'Picked up'],
      [null, 'Held at the depot'],
      ['out_for_delivery', 'Out for delivery'],
      ['delivered', 'Delivered to consignee'],
    ]);
    expect(updates.received.at(-1)?.expectedOn).toBe('2026-11-22');
  });

  it('keeps the shipment’s step if an event has none, and corrects an impossible time of an event [S-ORD-11]', async ({
    shop,
  }) => {
    const { post, eventBody, handle, updates, read } = await bookedShipment(shop);
    const { createdAt } = await read();
    shop.clock.advance(hour);
    const now = shop.clock.now();
    for (const [status, current_timestamp] of [
      [21, '21 11 2016 11:00:00'],
      [12, '21 11 2036 11:00:00'],
      [4711, 'noon'],
    ] as const) {
      await post(eventBody(status, '', { current_timestamp }));
      expect(await handle()).toBe(1);
    }
    expect(updates.steps()).toEqual(['booked', null, null, null]);
    expect(updates.received.slice(1).map(({ at }) => at)).toEqual([createdAt, now, now]);
    expect((await read()).step).toBe('booked');
    const stored = await shop.db.select().from(trackingEvents);
    expect(stored.map(({ step, description }) => [step, description])).toContainEqual([null, 'status 4711']);
  });

  it('stores the scans of a cancelled shipment, but changes neither its order nor its planned cancellation at the courier', async ({
    shop,
  }) => {
    const { post, eventBody, handle, updates, reference, read } = await bookedShipment(shop);
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    const { nextTryAt } = await read();
    await post(eventBody(18, '11:00:00'));
    expect(await handle()).toBe(1);
    expect(updates.steps()).toEqual(['booked']);
    expect(await shop.db.select().from(trackingEvents)).toHaveLength(1);
    expect(nextTryAt).not.toBeNull();
    expect((await read()).nextTryAt).toEqual(nextTryAt);
  });

  it('finds the shipment by its number if an event arrives before the booking is stored', async ({
    shop,
  }) => {
    const { post, eventBody, handle } = await bookedShipment(shop);
    const { id } = await insertShipment(shop, 'pretend', 'TB9002');
    await post(eventBody(42, '11:00:00', { awb: 'PC1', order_id: 'TB9002_1' }));
    expect(await handle()).toBe(1);
    expect((await readShipment(shop, id)).step).toBe('shipped');
    await bookShipments(shop, pretendCourier(shop), recordTrackingUpdates().onTrackingUpdate);
    expect(await readShipment(shop, id)).toMatchObject({ step: 'shipped' });
  });

  it('stores no scans of an event if updating the order fails, and retries the event', async ({
    ownShop,
  }) => {
    const { post, eventBody, updates, read } = await bookedShipment(ownShop);
    await post(eventBody(18, '11:00:00'));
    const courier = pretendCourier(ownShop);
    const fails = () => Promise.reject(new Error('the order is busy'));
    expect(await handleCourierEvents(ownShop, courier, fails)).toBe(0);
    expect((await read()).step).toBe('booked');
    expect(await ownShop.db.select().from(trackingEvents)).toEqual([]);
    ownShop.clock.advance(minute);
    expect(await handleCourierEvents(ownShop, courier, updates.onTrackingUpdate)).toBe(1);
    expect(updates.steps()).toEqual(['booked', 'shipped']);
  });
});
