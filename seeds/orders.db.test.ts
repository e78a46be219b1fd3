import { describe, expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { readCart } from '../app/cart/read-cart.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';
import type { OrderState } from '../app/orders/contract.ts';
import { listMoneyEvents, listOrdersOfCustomer } from '../app/orders/customer-orders.server.ts';
import type { TestShop } from '../tests/fixtures/shop.ts';
import { signInAs } from '../tests/fixtures/sign-in.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { seedOrders } from './seed.server.ts';

/** The shop is the demonstration's. */
const it = base.extend('shop', async ({ shop }) => {
  await seedOrders(shop);
  return shop;
});

const all = { limit: 50, offset: 0 };

async function ordersOf(shop: TestShop, email: string) {
  const { id } = await signInAs(shop, email);
  return (await listOrdersOfCustomer(shop, id, all)).orders;
}

describe('what the named shoppers have ordered', () => {
  it('has been everywhere that an order of theirs may be', async ({ shop }) => {
    const states: OrderState[] = (await ordersOf(shop, 'meera@example.in')).map(({ state }) => state);
    expect(states).toEqual(['packed', 'delivered', 'cancelled', 'delivered']);
    expect(await ordersOf(shop, 'sofia@example.com')).toEqual([]);
  });

  it('one of it may still be returned, and one may not [S-ODT-16]', async ({ shop }) => {
    const [, fresh, , old] = await ordersOf(shop, 'meera@example.in');
    expect(fresh).toMatchObject({ mayReturn: true, mayCancel: false });
    expect(old).toMatchObject({ mayReturn: false, mayCancel: false });
  });

  it('what is packed has a parcel to be followed, and an invoice [S-ODT-11 S-ODT-12]', async ({ shop }) => {
    const [packed] = await ordersOf(shop, 'meera@example.in');
    expect(packed?.tracking_info?.tracking_data.track_url).toMatch(/\/pretend-courier\/PC\d{12}$/);
    expect(packed?.label_url).not.toBeNull();
  });

  it('what was cancelled has its money back', async ({ shop }) => {
    const { id } = await signInAs(shop, 'meera@example.in');
    const back = (await listMoneyEvents(shop, id)).filter(({ kind }) => kind === 'refund');
    expect(back).toMatchObject([{ amount: 3250, state: 'done' }]);
  });

  it('wrote no letters, and left the carts empty', async ({ shop }) => {
    const { id } = await signInAs(shop, 'meera@example.in');
    expect(await shop.db.select().from(outbox)).toEqual([]);
    expect((await readCart(shop, id)).items).toEqual([]);
  });
});

it('the packed order can be cancelled, and what was paid for it goes back [S-ODT-14]', async ({ shop }) => {
  const { id, headers } = await signInAs(shop, 'meera@example.in');
  const [packed] = (await listOrdersOfCustomer(shop, id, all)).orders;
  const app = createApp({ shop });
  const path = `/api/shipment/cancle/${packed?._id}`;
  expect((await app.request(path, { method: 'POST', headers })).status).toBe(200);
  expect((await listMoneyEvents(shop, id))[0]).toMatchObject({ kind: 'refund', amount: packed?.total });
});
