import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar } from '../../tests/fixtures/checkout.ts';
import { cashOrder, emailsOf, paidOrder, readOrder, receiptsOf } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import type { TrackingUpdate } from '../shipping/tracking-events.server.ts';
import { applyTrackingUpdate } from './apply-tracking-update.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { decideReturn, requestReturn } from './returns/return-order.server.ts';
import { packOrder, shipOrder } from './ship-order.server.ts';
import { orderHistory } from './tables.server.ts';

async function handedOver(shop: Shop, method: 'COD' | 'Online' = 'Online') {
  const sold = await (method === 'COD' ? cashOrder : paidOrder)(shop, 'meera.new', gulnar);
  await packOrder(shop, sold.order.id);
  await shipOrder(shop, sold.order.id, { courier: 'pretend' });
  return sold;
}

/** The courier tells this of the parcel. */
function tell(
  shop: Shop,
  reference: string,
  step: TrackingUpdate['step'],
  more: Partial<TrackingUpdate> = {},
) {
  const event: TrackingUpdate = {
    reference,
    direction: 'out',
    step,
    at: shop.clock.now(),
    text: 'as it is',
    location: null,
    expectedOn: null,
    ...more,
  };
  return inTransaction(shop, (tx) => applyTrackingUpdate(tx, event));
}

async function reported(shop: Shop, id: string) {
  const rows = await shop.db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(orderHistory.id);
  return rows.filter(({ actor }) => actor === 'courier');
}

const passed = async (shop: Shop, id: string) => (await reported(shop, id)).map(({ state }) => state);

describe('an order follows its parcel', () => {
  it('step by step, with one letter when it leaves and one when it arrives', async ({ shop }) => {
    const { order } = await handedOver(shop);
    for (const step of ['booked', 'out_for_pickup', 'shipped', 'out_for_delivery', 'delivered'] as const)
      await tell(shop, order.id, step);
    expect(await passed(shop, order.id)).toEqual([
      'out_for_pickup',
      'shipped',
      'out_for_delivery',
      'delivered',
    ]);
    expect(await emailsOf(shop, 'shipped')).toHaveLength(1);
    expect(await emailsOf(shop, 'delivered')).toHaveLength(1);
  });

  it('forward only: what was told twice, or late, moves nothing', async ({ shop }) => {
    const { order } = await handedOver(shop);
    for (const step of ['out_for_delivery', 'shipped', 'out_for_pickup', 'out_for_delivery'] as const)
      await tell(shop, order.id, step);
    expect(await passed(shop, order.id)).toEqual(['out_for_delivery']);
    expect((await emailsOf(shop, 'shipped'))[0]).toContain('is out for delivery');
    for (const step of ['delivered', 'rto', 'shipped', 'delivered'] as const)
      await tell(shop, order.id, step);
    expect(await passed(shop, order.id)).toEqual(['out_for_delivery', 'delivered']);
  });

  it('over what the courier left out', async ({ shop }) => {
    const { order } = await handedOver(shop, 'COD');
    await tell(shop, order.id, 'delivered');
    expect(await passed(shop, order.id)).toEqual(['delivered']);
    expect(await receiptsOf(shop, order)).toMatchObject([{ provider: 'cash' }]);
  });

  it('back to the shop, also when nobody said that it had left', async ({ shop }) => {
    const { order } = await handedOver(shop);
    await tell(shop, order.id, 'rto');
    await tell(shop, order.id, 'returned_to_seller');
    expect(await passed(shop, order.id)).toEqual(['shipped', 'rto', 'returned_to_seller']);
    expect(await emailsOf(shop, 'shipped')).toEqual([]);
  });

  it('and when it is back with us is the first that is told', async ({ shop }) => {
    const { order } = await handedOver(shop);
    await tell(shop, order.id, 'returned_to_seller');
    expect(await passed(shop, order.id)).toEqual(['shipped', 'returned_to_seller']);
  });

  it('with the courier’s words, and the place where one is named', async ({ shop }) => {
    const { order } = await handedOver(shop);
    await tell(shop, order.id, 'shipped', { text: 'Picked up', location: 'Erode' });
    await tell(shop, order.id, 'out_for_delivery', { text: 'Out for delivery', location: null });
    await tell(shop, order.id, 'delivered', { text: '', location: 'Nagpur' });
    const notes = (await reported(shop, order.id)).map(({ note }) => note);
    expect(notes).toEqual(['Picked up, Erode', 'Out for delivery', 'Nagpur']);
  });

  it('not where nobody knows what the courier means [S-DATA-24]', async ({ shop }) => {
    const { order } = await handedOver(shop);
    await tell(shop, order.id, null, { text: 'Misrouted' });
    await tell(shop, order.id, 'booked');
    expect((await readOrder(shop, order.id)).state).toBe('packed');
  });

  it('its promised day moves only when the courier gives one, and no more once it is here [S-CONST-05]', async ({
    shop,
  }) => {
    const { order } = await handedOver(shop);
    const promised = async () => (await readOrder(shop, order.id)).promisedBy;
    expect(await promised()).toBe('2026-11-28');
    shop.clock.set('2026-11-24T09:00:00+05:30');
    await tell(shop, order.id, 'shipped');
    expect(await promised()).toBe('2026-11-28');
    await tell(shop, order.id, null, { expectedOn: '2026-11-26' });
    expect(await promised()).toBe('2026-11-26');
    await tell(shop, order.id, 'delivered', { expectedOn: '2026-11-26' });
    await tell(shop, order.id, null, { expectedOn: '2026-12-24' });
    expect(await promised()).toBe('2026-11-26');
  });

  it('at the courier’s time, unless that lies before what happened, or in the future', async ({ shop }) => {
    const { order } = await handedOver(shop);
    const begin = shop.clock.now();
    shop.clock.advance(60_000);
    await tell(shop, order.id, 'shipped', { at: new Date('1970-01-01') });
    await tell(shop, order.id, 'out_for_delivery', { at: new Date(begin.getTime() + 30_000) });
    await tell(shop, order.id, 'delivered', { at: new Date('2030-01-01') });
    const rows = await shop.db
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, order.id))
      .orderBy(orderHistory.id);
    const seconds = rows.map(({ at }) => (at.getTime() - begin.getTime()) / 1000);
    expect(seconds.slice(-3)).toEqual([0, 30, 60]);
    expect((await readOrder(shop, order.id)).deliveredAt).toEqual(shop.clock.now());
  });

  it('not once it is cancelled, and news of a stranger’s parcel are dropped', async ({ shop }) => {
    const { customerId, order } = await handedOver(shop);
    await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
    await tell(shop, order.id, 'delivered');
    expect((await readOrder(shop, order.id)).state).toBe('cancelled');
    await tell(shop, 'of-another-shop', 'delivered');
    await tell(shop, '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12', 'delivered');
  });

  it('home, when it is given back', async ({ shop }) => {
    const { customerId, order } = await handedOver(shop);
    await tell(shop, order.id, 'delivered');
    await requestReturn(shop, customerId, order.id, { reason: '', note: '' });
    await tell(shop, order.id, 'shipped', { direction: 'back' });
    expect((await readOrder(shop, order.id)).state).toBe('return_requested');
    await decideReturn(shop, order.id, { approve: true, pickup: { courier: 'pretend' } });
    for (const step of ['booked', 'out_for_pickup', 'shipped', 'delivered', 'shipped'] as const)
      await tell(shop, order.id, step, { direction: 'back' });
    expect(await passed(shop, order.id)).toEqual(['delivered', 'return_picked', 'returned']);
  });

  it('or is cancelled at the same moment: never both', async ({ ownShop }) => {
    const { customerId, order } = await handedOver(ownShop);
    const outcomes = await Promise.allSettled([
      tell(ownShop, order.id, 'shipped'),
      cancelOrder(ownShop, { actor: 'shopper', customerId, idOrNumber: order.id }),
    ]);
    const { state, restockedAt } = await readOrder(ownShop, order.id);
    expect(['shipped', 'cancelled']).toContain(state);
    expect(restockedAt !== null).toBe(state === 'cancelled');
    expect(outcomes[0].status).toBe('fulfilled');
  });
});
