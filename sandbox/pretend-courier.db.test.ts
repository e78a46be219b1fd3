import { describe, expect } from 'vitest';
import { inTransaction } from '../app/foundation/shop.server.ts';
import { handleCourierEvents } from '../app/shipping/courier-inbox.server.ts';
import { bookShipments } from '../app/shipping/shipment-worker.server.ts';
import { cancelShipment } from '../app/shipping/shipments.server.ts';
import { shopWithBank } from '../tests/fixtures/checkout.ts';
import {
  hour,
  insertShipment,
  readShipment,
  recordTrackingUpdates,
  shipmentInput,
} from '../tests/fixtures/shipments.ts';
import type { TestShop } from '../tests/fixtures/shop.ts';
import { it } from '../tests/fixtures/world.ts';
import {
  advancePretendShipment,
  pretendCourier,
  readPretendShipment,
  sendCourierWebhooks,
} from './pretend-courier.server.ts';

/** Books a shipment with the pretend courier. `round` runs the tasks of the delivery worker once. */
async function bookedShipment(shop: TestShop) {
  const { app } = shopWithBank(shop);
  const deliver: typeof fetch = async (address, init) => app.request(new URL(String(address)).pathname, init);
  const updates = recordTrackingUpdates();
  const courier = pretendCourier(shop);
  const round = async (send = deliver) => {
    await sendCourierWebhooks(shop, send);
    await handleCourierEvents(shop, courier, updates.onTrackingUpdate);
    await bookShipments(shop, courier, updates.onTrackingUpdate);
  };
  const { id, reference } = await insertShipment(shop, 'pretend');
  await round();
  const { awb } = await readShipment(shop, id);
  if (!awb) throw new Error('the pretend courier assigned no number');
  return { app, courier, updates, round, id, reference, awb, page: `/pretend-courier/${awb}` };
}

const notForward = { name: 'not-forward' };

describe('the pretend courier', () => {
  it('returns the same tracking number if a booking is repeated after a lost response', async ({ shop }) => {
    const { courier, awb, id } = await bookedShipment(shop);
    const awbs: unknown[] = [];
    const row = await readShipment(shop, id);
    await courier.book({ ...row, triedBefore: true }, async (reported) => void awbs.push(reported.awb));
    expect(awbs).toEqual([awb]);
    expect(row).toMatchObject({
      trackUrl: `http://shop.test/pretend-courier/${awb}`,
      carrier: 'Pretend Courier',
      expectedOn: '2026-11-25',
    });
  });

  it('advances the shop’s shipment by a webhook for each step until the delivery', async ({ shop }) => {
    const { awb, round, updates, id } = await bookedShipment(shop);
    for (const step of ['out_for_pickup', 'shipped', 'out_for_delivery', 'delivered'] as const) {
      shop.clock.advance(hour);
      await advancePretendShipment(shop, awb, step);
      await round();
      expect((await readShipment(shop, id)).step).toBe(step);
    }
    expect(updates.steps()).toEqual(['booked', 'out_for_pickup', 'shipped', 'out_for_delivery', 'delivered']);
    expect(updates.received.at(-1)?.at).toEqual(shop.clock.now());
  });

  it('advances the shop’s shipment by tracking responses if the webhooks are lost', async ({ shop }) => {
    const { awb, round, updates, id } = await bookedShipment(shop);
    const lost = () => Promise.reject(new TypeError('fetch failed'));
    await advancePretendShipment(shop, awb, 'shipped');
    await advancePretendShipment(shop, awb, 'delivered');
    shop.clock.advance(12 * hour);
    await round(lost);
    expect((await readShipment(shop, id)).step).toBe('delivered');
    expect(updates.steps()).toEqual(['booked', 'shipped', 'delivered']);
  });

  it('rejects a step that is not later than the current step, and every step of an unknown shipment', async ({
    shop,
  }) => {
    const { awb } = await bookedShipment(shop);
    await advancePretendShipment(shop, awb, 'shipped');
    for (const step of ['booked', 'out_for_pickup', 'shipped'] as const)
      await expect(advancePretendShipment(shop, awb, step)).rejects.toMatchObject(notForward);
    const unknown = { name: 'no-such-shipment' };
    await expect(advancePretendShipment(shop, 'PC1', 'shipped')).rejects.toMatchObject(unknown);
  });

  it('cancels a shipment before its pickup, but not after the pickup', async ({ shop }) => {
    const { awb, courier, reference, round, id } = await bookedShipment(shop);
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    await round();
    expect((await readPretendShipment(shop, awb)).cancelledAt).not.toBeNull();
    expect(await readShipment(shop, id)).toMatchObject({ nextTryAt: null, failedAt: null });
    await expect(advancePretendShipment(shop, awb, 'shipped')).rejects.toMatchObject(notForward);

    const other = await insertShipment(shop, 'pretend', 'TB9002');
    await round();
    const row = await readShipment(shop, other.id);
    await advancePretendShipment(shop, row.awb ?? '', 'shipped');
    await expect(courier.cancel(row)).rejects.toThrow('has picked up');
    await courier.cancel({ ...row, details: { ...shipmentInput, number: 'TB-unknown' } });
  });

  it('delivers a return shipment, but rejects the step `rto`, because a return shipment cannot be sent back', async ({
    shop,
  }) => {
    const { round } = await bookedShipment(shop);
    const { id } = await insertShipment(shop, 'pretend', 'TB9001-R', 'back');
    await round();
    const { awb } = await readShipment(shop, id);
    const advance = (step: 'rto' | 'delivered') => advancePretendShipment(shop, awb ?? '', step);
    await expect(advance('rto')).rejects.toMatchObject(notForward);
    await advance('delivered');
    await round();
    expect((await readShipment(shop, id)).step).toBe('delivered');
  });
});

describe('the page of the pretend courier', () => {
  const stepForm = (step: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    body: new URLSearchParams({ step }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

  it('shows the current step, and a button for each later step [S-ODT-13]', async ({ shop }) => {
    const { app, page, awb } = await bookedShipment(shop);
    const response = await app.request(page);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = await response.text();
    for (const part of ['Parcel TB9001', '<p class="now">Pickup Scheduled</p>', awb])
      expect(text).toContain(part);
    const steps = [...text.matchAll(/<button name="step" value="(\w+)">/g)].map(([, step]) => step);
    expect(steps.slice(0, 3)).toEqual(['out_for_pickup', 'shipped', 'out_for_delivery']);
    expect(steps.slice(3)).toEqual(['delivered', 'rto', 'returned_to_seller']);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'/);
    expect(policy).not.toMatch(/unsafe|script-src/);
  });

  it('advances the shipment when a button of the page is pressed', async ({ shop }) => {
    const { app, page, round, id } = await bookedShipment(shop);
    const response = await app.request(page, stepForm('delivered'));
    expect([response.status, response.headers.get('location')]).toEqual([303, page]);
    await round();
    expect((await readShipment(shop, id)).step).toBe('delivered');
    expect(await (await app.request(page)).text()).not.toContain('<button');
  });

  it('rejects a form from another site, and a form with a step that is not later than the current step', async ({
    shop,
  }) => {
    const { app, page, awb } = await bookedShipment(shop);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await app.request(page, stepForm('delivered', { 'sec-fetch-site': site }))).status).toBe(400);
    const old = { method: 'POST', body: new URLSearchParams({ step: 'delivered' }) };
    const evil = { origin: 'https://evil.example', host: 'shop.test' };
    expect((await app.request(page, { ...old, headers: evil })).status).toBe(400);
    expect((await app.request(page, stepForm('booked'))).status).toBe(409);
    expect((await app.request(page, stepForm('nowhere'))).status).toBe(400);
    expect((await readPretendShipment(shop, awb)).step).toBe('booked');
  });

  it('responds 404 for an unknown shipment, and for every shipment if the shop does not use the pretend courier', async ({
    shop,
  }) => {
    const { app, page } = await bookedShipment(shop);
    expect((await app.request('/pretend-courier/PC1')).status).toBe(404);
    const real = shopWithBank({ ...shop, config: { ...shop.config, pretendsCourier: false } });
    expect((await real.app.request(page)).status).toBe(404);
  });
});
