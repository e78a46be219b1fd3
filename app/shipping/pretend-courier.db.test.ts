import { describe, expect } from 'vitest';
import { shopWithBank } from '../../tests/fixtures/checkout.ts';
import {
  hour,
  insertShipment,
  readShipment,
  recordTrackingUpdates,
  shipmentInput,
} from '../../tests/fixtures/shipments.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { courierTasks } from './courier-services.server.ts';
import { advancePretendShipment, pretendCourier, readPretendShipment } from './pretend-courier.server.ts';
import { sendCourierWebhooks } from './pretend-courier-webhooks.server.ts';
import { abandonShipment } from './shipments.server.ts';
import { pretendCourierWebhooks } from './tables.server.ts';

/** A parcel that the pretend courier has taken on. */
async function taken(shop: TestShop) {
  const { app } = shopWithBank(shop);
  const send: typeof fetch = async (address, init) => app.request(new URL(String(address)).pathname, init);
  const event = recordTrackingUpdates();
  const courier = pretendCourier(shop);
  const round = async () => {
    for (const [, task] of courierTasks(shop, courier, event.onTrackingUpdate, send)) await task();
  };
  const { id, reference } = await insertShipment(shop, 'pretend');
  await round();
  const { awb } = await readShipment(shop, id);
  if (!awb) throw new Error('the pretend courier gave no number');
  return { app, courier, updates: event, round, id, reference, awb, page: `/pretend-courier/${awb}` };
}

describe('the pretend courier', () => {
  it('takes a number once, also when its answer was lost', async ({ shop }) => {
    const { courier, awb, id } = await taken(shop);
    const again: unknown[] = [];
    await courier.book({ ...(await readShipment(shop, id)), triedBefore: true }, async (reported) => {
      again.push(reported.awb);
    });
    expect(again).toEqual([awb]);
    expect(await readShipment(shop, id)).toMatchObject({
      trackUrl: `http://shop.test/pretend-courier/${awb}`,
      carrier: 'Pretend Courier',
      expectedOn: '2026-11-25',
    });
  });

  it('tells the shop of every step, and the shop follows', async ({ shop }) => {
    const { awb, round, updates, id } = await taken(shop);
    for (const step of ['out_for_pickup', 'shipped', 'out_for_delivery', 'delivered'] as const) {
      shop.clock.advance(hour);
      await advancePretendShipment(shop, awb, step);
      await round();
      expect((await readShipment(shop, id)).step).toBe(step);
    }
    expect(updates.steps()).toEqual(['booked', 'out_for_pickup', 'shipped', 'out_for_delivery', 'delivered']);
    expect(updates.received.at(-1)?.at).toEqual(shop.clock.now());
  });

  it('is heard when it is asked, where its webhooks are lost', async ({ shop }) => {
    const { awb, courier, updates, id } = await taken(shop);
    const lost = () => Promise.reject(new TypeError('fetch failed'));
    await advancePretendShipment(shop, awb, 'shipped');
    await advancePretendShipment(shop, awb, 'delivered');
    shop.clock.advance(12 * hour);
    for (const [, task] of courierTasks(shop, courier, updates.onTrackingUpdate, lost)) await task();
    expect((await readShipment(shop, id)).step).toBe('delivered');
    expect(updates.steps()).toEqual(['booked', 'shipped', 'delivered']);
  });

  it('tells by HTTP at the shop’s own address, and gives up after seven tries', async ({ shop }) => {
    const { awb } = await taken(shop);
    await advancePretendShipment(shop, awb, 'shipped');
    const called: string[] = [];
    const broken: typeof fetch = async (address, init) => {
      called.push(`${init?.method} ${String(address)}`);
      return new Response('', { status: 500 });
    };
    for (let round = 0; round < 10; round++) {
      await sendCourierWebhooks(shop, broken);
      shop.clock.advance(13 * hour);
    }
    expect(called).toEqual(Array(7).fill('POST http://127.0.0.1:3000/api/hooks/courier'));
    expect(await shop.db.select().from(pretendCourierWebhooks)).toMatchObject([{ sentAt: null, tries: 7 }]);
  });

  it('moves nothing back, and nothing that it does not have', async ({ shop }) => {
    const { awb } = await taken(shop);
    await advancePretendShipment(shop, awb, 'shipped');
    for (const step of ['booked', 'out_for_pickup', 'shipped'] as const)
      await expect(advancePretendShipment(shop, awb, step)).rejects.toMatchObject({ name: 'not-forward' });
    await expect(advancePretendShipment(shop, 'PC1', 'shipped')).rejects.toMatchObject({
      name: 'no-such-shipment',
    });
  });

  it('gives back what it has not picked up yet, and refuses what it has', async ({ shop }) => {
    const { awb, courier, reference, round, id } = await taken(shop);
    await inTransaction(shop, (tx) => abandonShipment(tx, reference, 'out'));
    await round();
    expect((await readPretendShipment(shop, awb)).cancelledAt).not.toBeNull();
    expect(await readShipment(shop, id)).toMatchObject({ nextTryAt: null, failedAt: null });
    await expect(advancePretendShipment(shop, awb, 'shipped')).rejects.toMatchObject({ name: 'not-forward' });

    const other = await insertShipment(shop, 'pretend', 'TB9002');
    await round();
    const row = await readShipment(shop, other.id);
    await advancePretendShipment(shop, row.awb ?? '', 'shipped');
    await expect(courier.cancel(row)).rejects.toThrow('has picked up');
    await courier.cancel({ ...row, details: { ...shipmentInput, number: 'TB-unknown' } });
  });

  it('brings a return back, which has no way to turn', async ({ shop }) => {
    const { round } = await taken(shop);
    const { id } = await insertShipment(shop, 'pretend', 'TB9001-R', 'back');
    await round();
    const { awb } = await readShipment(shop, id);
    await expect(advancePretendShipment(shop, awb ?? '', 'rto')).rejects.toMatchObject({
      name: 'not-forward',
    });
    await advancePretendShipment(shop, awb ?? '', 'delivered');
    await round();
    expect((await readShipment(shop, id)).step).toBe('delivered');
  });
});

describe('its page', () => {
  const press = (step: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    body: new URLSearchParams({ step }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

  it('shows where the parcel is, with a button for each next step [S-ODT-13]', async ({ shop }) => {
    const { app, page, awb } = await taken(shop);
    const response = await app.request(page);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toContain('Parcel TB9001');
    expect(text).toContain(awb);
    expect([...text.matchAll(/<button name="step" value="(\w+)">/g)].map(([, step]) => step)).toEqual([
      'out_for_pickup',
      'shipped',
      'out_for_delivery',
      'delivered',
      'rto',
      'returned_to_seller',
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'/);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('script-src');
  });

  it('its buttons move the parcel, and the shop follows', async ({ shop }) => {
    const { app, page, round, id } = await taken(shop);
    const response = await app.request(page, press('delivered'));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(page);
    await round();
    expect((await readShipment(shop, id)).step).toBe('delivered');
    expect(await (await app.request(page)).text()).not.toContain('<button');
  });

  it('no other site presses them, and no button goes back', async ({ shop }) => {
    const { app, page, awb } = await taken(shop);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await app.request(page, press('delivered', { 'sec-fetch-site': site }))).status).toBe(400);
    const old = { method: 'POST', body: new URLSearchParams({ step: 'delivered' }) };
    const evil = { origin: 'https://evil.example', host: 'shop.test' };
    expect((await app.request(page, { ...old, headers: evil })).status).toBe(400);
    expect((await app.request(page, press('booked'))).status).toBe(409);
    expect((await app.request(page, press('nowhere'))).status).toBe(400);
    expect((await readPretendShipment(shop, awb)).step).toBe('booked');
  });

  it('is not there for a parcel that nobody has, nor where nothing is pretended', async ({ shop }) => {
    const { app, page } = await taken(shop);
    expect((await app.request('/pretend-courier/PC1')).status).toBe(404);
    const real = shopWithBank({ ...shop, config: { ...shop.config, pretendsCourier: false } });
    expect((await real.app.request(page)).status).toBe(404);
  });
});
