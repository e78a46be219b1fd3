import { expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { readCart } from '../app/cart/read-cart.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';
import type { OrderState } from '../app/orders/contract.ts';
import { listMoneyEvents, listOrdersOfCustomer } from '../app/orders/customer-orders.server.ts';
import type { TestShop } from '../tests/fixtures/shop.ts';
import { signInAs } from '../tests/fixtures/sign-in.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { seedOrders } from './seed.server.ts';

/** A shop with the past orders of the demo. */
const it = base.extend('shop', async ({ shop }) => {
  await seedOrders(shop);
  return shop;
});

const all = { limit: 50, offset: 0 };

async function ordersOf(shop: TestShop, email: string) {
  const { id } = await signInAs(shop, email);
  return (await listOrdersOfCustomer(shop, id, all)).orders;
}

it('a customer of the demo has four past orders: packed, cancelled with a refund, and two delivered ones, one of which can be returned [S-ODT-11 S-ODT-12 S-ODT-16]', async ({
  shop,
}) => {
  const orders = await ordersOf(shop, 'meera@example.in');
  const states: OrderState[] = orders.map(({ state }) => state);
  expect(states).toEqual(['packed', 'delivered', 'cancelled', 'delivered']);
  const [packed, fresh, , old] = orders;
  expect(packed?.tracking_info?.tracking_data.track_url).toMatch(/\/pretend-courier\/PC\d{12}$/);
  expect(packed?.label_url).not.toBeNull();
  expect(fresh).toMatchObject({ mayReturn: true, mayCancel: false });
  expect(old).toMatchObject({ mayReturn: false, mayCancel: false });
  expect(await ordersOf(shop, 'sofia@example.com')).toEqual([]);
  const { id } = await signInAs(shop, 'meera@example.in');
  const refunds = (await listMoneyEvents(shop, id)).filter(({ kind }) => kind === 'refund');
  expect(refunds).toMatchObject([{ amount: 3250, state: 'done' }]);
});

it('the past orders of the demo cause no email, and leave no products in the cart', async ({ shop }) => {
  const { id } = await signInAs(shop, 'meera@example.in');
  expect(await shop.db.select().from(outbox)).toEqual([]);
  expect((await readCart(shop, id)).items).toEqual([]);
});

it('a cancellation of the demo’s packed order refunds its payment [S-ODT-14]', async ({ shop }) => {
  const { id, headers } = await signInAs(shop, 'meera@example.in');
  const [packed] = (await listOrdersOfCustomer(shop, id, all)).orders;
  const app = createApp({ shop });
  const path = `/api/shipment/cancle/${packed?._id}`;
  expect((await app.request(path, { method: 'POST', headers })).status).toBe(200);
  expect((await listMoneyEvents(shop, id))[0]).toMatchObject({ kind: 'refund', amount: packed?.total });
});
