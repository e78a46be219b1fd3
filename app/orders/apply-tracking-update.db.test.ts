import { describe, expect } from 'vitest';
import { gulnar } from '../../tests/fixtures/checkout.ts';
import { decideReturn, packOrder, shipOrder } from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  cashOrder,
  emailsOf,
  historyOf,
  paidOrder,
  readOrder,
  receiptsOf,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import type { TrackingUpdate } from '../shipping/tracking-events.server.ts';
import { applyTrackingUpdate } from './apply-tracking-update.server.ts';
import { requestReturn } from './returns/return-order.server.ts';

async function orderAtCourier(shop: Shop, place: typeof cashOrder = paidOrder) {
  const sold = await place(shop, 'meera.new', gulnar);
  await packOrder(shop, sold.order.id);
  await shipOrder(shop, sold.order.id, { courier: 'pretend' });
  return sold;
}

/** Applies a tracking update to the order's shipment. */
function applyUpdate(
  shop: Shop,
  reference: string,
  step: TrackingUpdate['step'],
  changes: Partial<TrackingUpdate> = {},
) {
  const event: TrackingUpdate = {
    ...{ reference, direction: 'out', step, at: shop.clock.now() },
    ...{ text: 'as it is', location: null, expectedOn: null, ...changes },
  };
  return inTransaction(shop, (tx) => applyTrackingUpdate(tx, event));
}

const listCourierEntries = async (shop: Shop, id: string) =>
  (await historyOf(shop, { id })).filter(({ actor }) => actor === 'courier');

const listCourierStates = async (shop: Shop, id: string) =>
  (await listCourierEntries(shop, id)).map(({ state }) => state);

describe('a tracking update', () => {
  it('advances a COD order at each step, with two emails and one cash receipt', async ({ shop }) => {
    const { order } = await orderAtCourier(shop, cashOrder);
    const steps = ['out_for_pickup', 'shipped', 'out_for_delivery', 'delivered'] as const;
    for (const step of ['booked', ...steps] as const) await applyUpdate(shop, order.id, step);
    expect(await listCourierStates(shop, order.id)).toEqual(steps);
    expect(await emailsOf(shop, 'shipped')).toHaveLength(1);
    expect(await emailsOf(shop, 'delivered')).toHaveLength(1);
    expect(await receiptsOf(shop, order)).toMatchObject([{ provider: 'cash' }]);
  });

  it('is ignored if it is repeated, or if the order is already at a later step', async ({ shop }) => {
    const { order } = await orderAtCourier(shop);
    for (const step of ['out_for_delivery', 'shipped', 'out_for_pickup', 'out_for_delivery'] as const)
      await applyUpdate(shop, order.id, step);
    expect(await listCourierStates(shop, order.id)).toEqual(['out_for_delivery']);
    expect((await emailsOf(shop, 'shipped'))[0]).toContain('is out for delivery');
    for (const step of ['delivered', 'rto', 'shipped', 'delivered'] as const)
      await applyUpdate(shop, order.id, step);
    expect(await listCourierStates(shop, order.id)).toEqual(['out_for_delivery', 'delivered']);
  });

  it('is ignored if its step or its order is unknown, or if the order is cancelled [S-DATA-24]', async ({
    shop,
  }) => {
    const { customerId, order } = await orderAtCourier(shop);
    await applyUpdate(shop, order.id, null, { text: 'Misrouted' });
    await applyUpdate(shop, order.id, 'booked');
    expect((await readOrder(shop, order.id)).state).toBe('packed');
    await cancelByCustomer(shop, { customerId, order });
    for (const reference of [order.id, 'of-another-shop', '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12'])
      await applyUpdate(shop, reference, 'delivered');
    expect((await readOrder(shop, order.id)).state).toBe('cancelled');
  });

  it.for([[['rto', 'returned_to_seller']], [['returned_to_seller']]] as const)(
    'first marks an order as shipped, but sends no shipping email, if the courier reports only %s',
    async ([steps], { shop }) => {
      const { order } = await orderAtCourier(shop);
      for (const step of steps) await applyUpdate(shop, order.id, step);
      expect(await listCourierStates(shop, order.id)).toEqual(['shipped', ...steps]);
      expect(await emailsOf(shop, 'shipped')).toEqual([]);
    },
  );

  it('replaces the promised delivery day with the courier’s day, but not after the delivery [S-CONST-05]', async ({
    shop,
  }) => {
    const { order } = await orderAtCourier(shop);
    const readPromisedBy = async () => (await readOrder(shop, order.id)).promisedBy;
    expect(await readPromisedBy()).toBe('2026-11-28');
    shop.clock.set('2026-11-24T09:00:00+05:30');
    await applyUpdate(shop, order.id, 'shipped');
    expect(await readPromisedBy()).toBe('2026-11-28');
    await applyUpdate(shop, order.id, null, { expectedOn: '2026-11-26' });
    expect(await readPromisedBy()).toBe('2026-11-26');
    await applyUpdate(shop, order.id, 'delivered', { expectedOn: '2026-11-26' });
    await applyUpdate(shop, order.id, null, { expectedOn: '2026-12-24' });
    expect(await readPromisedBy()).toBe('2026-11-26');
  });

  it('stores its text, place and time, but replaces a time that is in the future or before the previous update', async ({
    shop,
  }) => {
    const { order } = await orderAtCourier(shop);
    const bookedAt = shop.clock.now();
    const at = (seconds: number) => new Date(bookedAt.getTime() + seconds * 1000);
    shop.clock.advance(60_000);
    for (const [step, text, location, time] of [
      ['shipped', 'Picked up', 'Erode', new Date('1970-01-01')],
      ['out_for_delivery', 'Out for delivery', null, at(30)],
      ['delivered', '', 'Nagpur', new Date('2030-01-01')],
    ] as const)
      await applyUpdate(shop, order.id, step, { text, location, at: time });
    expect((await listCourierEntries(shop, order.id)).map((entry) => [entry.note, entry.at])).toEqual([
      ['Picked up, Erode', at(0)],
      ['Out for delivery', at(30)],
      ['Nagpur', at(60)],
    ]);
    expect((await readOrder(shop, order.id)).deliveredAt).toEqual(at(60));
  });

  it('advances an approved return to `returned` when the return shipment is delivered', async ({ shop }) => {
    const { customerId, order } = await orderAtCourier(shop);
    await applyUpdate(shop, order.id, 'delivered');
    await requestReturn(shop, customerId, order.id, { reason: '', note: '' });
    await applyUpdate(shop, order.id, 'shipped', { direction: 'back' });
    expect((await readOrder(shop, order.id)).state).toBe('return_requested');
    await decideReturn(shop, order.id, { approve: true, fetch: true });
    for (const step of ['booked', 'out_for_pickup', 'shipped', 'delivered', 'shipped'] as const)
      await applyUpdate(shop, order.id, step, { direction: 'back' });
    expect(await listCourierStates(shop, order.id)).toEqual(['delivered', 'return_picked', 'returned']);
  });
});
