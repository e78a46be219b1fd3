import { describe, expect } from 'vitest';
import { z } from 'zod';
import { gulnar, orderDetails, shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { deliverOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Placed } from '../checkout/contract.ts';
import { MoneyEvent, Order, OrderChanged, ShipmentStatus } from './contract.ts';

/** Somebody with an order in cash, and somebody else. */
async function twoShoppers(shop: TestShop) {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const { order } = Placed.parse(await (await meera.post('/checkout/', { orderDetails })).json());
  const bina = await shopperWith(shop, app, 'bina.new', stole);
  return { app, meera, bina, order };
}

const changed = async (response: Response) => OrderChanged.parse(await response.json());

describe('GET order/', () => {
  it('answers an array of the shopper’s own, with the total in the head [S-API-24]', async ({ shop }) => {
    const { meera, bina, order } = await twoShoppers(shop);
    const response = await meera.get('/order/');
    expect(response.headers.get('x-total-count')).toBe('1');
    expect(response.headers.get('link')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(z.array(Order).parse(await response.json())).toMatchObject([order]);
    expect(await (await bina.get('/order/')).json()).toEqual([]);
  });

  it('leads to the next window [S-API-24]', async ({ shop }) => {
    const { app, meera, order } = await twoShoppers(shop);
    shop.clock.advance(1000);
    await shopperWith(shop, app, 'meera.new', stole);
    await meera.post('/checkout/', { orderDetails });
    const response = await meera.get('/order/?limit=1');
    expect(response.headers.get('x-total-count')).toBe('2');
    expect(response.headers.get('link')).toBe('</api/order/?limit=1&offset=1>; rel="next"');
    const next = await meera.get('/order/?limit=1&offset=1');
    expect(next.headers.get('link')).toBeNull();
    expect(await next.json()).toMatchObject([{ _id: order._id }]);
  });

  it.for(['limit=0', 'limit=51', 'limit=x', 'limit=', 'offset=-1', 'offset=1e9'])(
    'refuses %s',
    async (query, { shop, app }) => {
      const meera = await shopperWith(shop, app, 'meera.new');
      expect((await meera.get(`/order/?${query}`)).status).toBe(400);
    },
  );
});

describe('an order’s own calls', () => {
  it.for([
    ['GET', '/order/', ''],
    ['GET', '/order/', 'id'],
    ['GET', '/shipment/status/', 'id'],
    ['POST', '/shipment/cancle/', 'id'],
    ['POST', '/shipment/return/', 'id'],
    ['GET', '/payment/mine', ''],
  ] as const)(
    '%s %s%s answers 401 without a token, and 404 for another’s [S-ROLE-05 S-ROLE-06 S-ROLE-07]',
    async ([method, path, named], { shop }) => {
      const { app, bina, order } = await twoShoppers(shop);
      for (const name of named ? [order._id, order.channel_order_id] : ['']) {
        const address = `/api${path}${name}`;
        expect((await app.request(address, { method })).status).toBe(401);
        if (!named) continue;
        const { headers } = bina;
        expect((await app.request(address, { method, headers })).status).toBe(404);
      }
    },
  );

  it('GET shipment/status/{id} answers by id and by number [S-API-26]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    for (const name of [order._id, order.channel_order_id]) {
      const response = await meera.get(`/shipment/status/${name}`);
      expect(ShipmentStatus.parse(await response.json())).toMatchObject({
        status: 'Order Placed',
        state: 'placed',
        promisedBy: '2026-11-28',
      });
    }
  });

  it('POST shipment/cancle/{id} cancels, and answers the same again [S-API-27]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    const first = await meera.post(`/shipment/cancle/${order.channel_order_id}`, {});
    expect(first.status).toBe(200);
    const { order: cancelled, message } = await changed(first);
    expect(message).toBe(`Your order ${order.channel_order_id} is cancelled.`);
    expect(cancelled).toMatchObject({ state: 'cancelled', mayCancel: false });
    expect(cancelled.statusHistory.at(-1)?.status).toBe('Cancelled');
    const again = await changed(await meera.post(`/shipment/cancle/${order._id}`, {}));
    expect(again.order).toEqual(cancelled);
  });

  it('has the specified spelling only [S-API-27]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    expect((await meera.post(`/shipment/cancel/${order._id}`, {})).status).toBe(404);
  });

  it('is refused in words once it is too late [S-API-27]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    await deliverOrder(shop, order._id);
    const response = await meera.post(`/shipment/cancle/${order._id}`, {});
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ title: 'too-late-to-cancel' });
  });

  it('POST shipment/return/{id} works bare, with an empty body, and with words [S-API-28]', async ({
    shop,
  }) => {
    const { app, meera, order } = await twoShoppers(shop);
    await deliverOrder(shop, order._id);
    const path = `/api/shipment/return/${order._id}`;
    const { authorization } = Object.fromEntries(new Headers(meera.headers));
    const bearer: Record<string, string> = { authorization: authorization ?? '' };
    const bare = await changed(await app.request(path, { method: 'POST', headers: bearer }));
    expect(bare.order).toMatchObject({ state: 'return_requested', return: { reason: '', note: '' } });
    expect(bare.order.statusHistory.at(-1)?.status).toBe('Return Initiated');
    const announced = { ...bearer, 'content-type': 'application/json' };
    const empty = await app.request(path, { method: 'POST', headers: announced });
    expect((await changed(empty)).order).toEqual(bare.order);
    const worded = await meera.post(`/shipment/return/${order._id}`, { reason: 'Something else' });
    expect((await changed(worded)).order).toEqual(bare.order);
  });

  it('keeps the reason and the note, and refuses what is too long [S-API-28]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    await deliverOrder(shop, order._id);
    const long = await meera.post(`/shipment/return/${order._id}`, { note: 'x'.repeat(1001) });
    expect(long.status).toBe(400);
    expect(await long.json()).toMatchObject({ errors: [{ field: 'note' }] });
    const wish = { reason: 'It arrived damaged or flawed', note: 'A hole.' };
    const requested = await changed(await meera.post(`/shipment/return/${order._id}`, wish));
    expect(requested.order.return).toMatchObject(wish);
    expect(requested.message).toBe(
      `We know that you wish to return your order ${order.channel_order_id}, and write to you.`,
    );
  });

  it('is refused before it has arrived [S-API-28]', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    expect((await meera.post(`/shipment/return/${order._id}`, {})).status).toBe(409);
  });

  it('GET payment/mine tells what was paid', async ({ shop }) => {
    const { meera, order } = await twoShoppers(shop);
    expect(await (await meera.get('/payment/mine')).json()).toEqual([]);
    await deliverOrder(shop, order._id);
    const reported = z.array(MoneyEvent).parse(await (await meera.get('/payment/mine')).json());
    expect(reported).toMatchObject([
      { kind: 'payment', amount: 24800, paymentMethod: 'COD', channel_order_id: order.channel_order_id },
    ]);
  });
});
