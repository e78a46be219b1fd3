import { describe, expect } from 'vitest';
import { z } from 'zod';
import { gulnar, orderDetails, shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { deliverOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Placed } from '../checkout/contract.ts';
import { MoneyEvent, Order, OrderChanged } from './contract.ts';

/** Signs in a customer who has a COD order, and another customer without an order. */
async function twoShoppers(shop: TestShop) {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const { order } = Placed.parse(await (await meera.post('/checkout/', { orderDetails })).json());
  const bina = await shopperWith(shop, app, 'bina.new', stole);
  return { app, meera, bina, order };
}

const parseChanged = async (response: Response) => OrderChanged.parse(await response.json());

describe('the endpoints of an order', () => {
  it('list only the customer’s own orders, state their number and the next page in headers, and reject an invalid page (`GET order/`) [S-API-24]', async ({
    shop,
  }) => {
    const { app, meera, bina, order } = await twoShoppers(shop);
    for (const query of ['limit=0', 'limit=51', 'limit=x', 'limit=', 'offset=-1', 'offset=1e9'])
      expect((await meera.get(`/order/?${query}`)).status, query).toBe(400);
    const only = await meera.get('/order/');
    const headersOfOne = { 'cache-control': 'no-store', 'x-total-count': '1' };
    expect(Object.fromEntries(only.headers)).toMatchObject(headersOfOne);
    expect(z.array(Order).parse(await only.json())).toMatchObject([order]);
    expect(await (await bina.get('/order/')).json()).toEqual([]);
    shop.clock.advance(1000);
    await shopperWith(shop, app, 'meera.new', stole);
    await meera.post('/checkout/', { orderDetails });
    const { headers } = await meera.get('/order/?limit=1');
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('link')).toBe('</api/order/?limit=1&offset=1>; rel="next"');
    const next = await meera.get('/order/?limit=1&offset=1');
    expect(next.headers.get('link')).toBeNull();
    expect(await next.json()).toMatchObject([{ _id: order._id }]);
  });
  it('cancel the order once, and only at the path with the specified spelling `cancle` (`POST shipment/cancle/{id}`) [S-API-27]', async ({
    shop,
  }) => {
    const { meera, order } = await twoShoppers(shop);
    const first = await meera.post(`/shipment/cancle/${order.channel_order_id}`, {});
    expect(first.status).toBe(200);
    const { order: cancelled, message } = await parseChanged(first);
    expect(message).toBe(`Your order ${order.channel_order_id} is cancelled.`);
    expect(cancelled).toMatchObject({ state: 'cancelled', mayCancel: false });
    expect(cancelled.statusHistory.at(-1)?.status).toBe('Cancelled');
    const repeated = await parseChanged(await meera.post(`/shipment/cancle/${order._id}`, {}));
    expect(repeated.order).toEqual(cancelled);
    expect((await meera.post(`/shipment/cancel/${order._id}`, {})).status).toBe(404);
  });

  it('list the payment of a delivered COD order, and accept its return once, even if the request is repeated without a body [S-API-28]', async ({
    shop,
  }) => {
    const { app, meera, order } = await twoShoppers(shop);
    const readPayments = async () =>
      z.array(MoneyEvent).parse(await (await meera.get('/payment/mine')).json());
    expect(await readPayments()).toEqual([]);
    await deliverOrder(shop, order._id);
    const payment = { kind: 'payment', amount: 24800, paymentMethod: 'COD' };
    expect(await readPayments()).toMatchObject([{ ...payment, channel_order_id: order.channel_order_id }]);
    const path = `/shipment/return/${order._id}`;
    const tooLong = await (await meera.post(path, { note: 'x'.repeat(1001) })).json();
    expect(tooLong).toMatchObject({ status: 400, errors: [{ field: 'note' }] });
    const input = { reason: 'It arrived damaged or flawed', note: 'A hole.' };
    const { order: requested, message } = await parseChanged(await meera.post(path, input));
    expect(message).toContain(`your return request for order ${order.channel_order_id}, and will`);
    expect(requested).toMatchObject({ state: 'return_requested', returns: [input] });
    expect(requested.statusHistory.at(-1)?.status).toBe('Return Initiated');
    const { authorization = '', ...rest } = Object.fromEntries(new Headers(meera.headers));
    const withoutBody: Record<string, string>[] = [{ authorization }, { authorization, ...rest }];
    for (const headers of withoutBody) {
      const repeated = await app.request(`/api${path}`, { method: 'POST', headers });
      expect((await parseChanged(repeated)).order).toEqual(requested);
    }
  });
});
