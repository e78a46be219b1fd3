import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { insertPastOrder } from '../../../seeds/seed-orders.server.ts';
import { exampleMessage, exampleReview } from '../../../tests/fixtures/admin-examples.ts';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { type App, readAs } from '../../../tests/fixtures/api.ts';
import { validDeliveryForm } from '../../../tests/fixtures/checkout.ts';
import { signInAs } from '../../../tests/fixtures/sign-in.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { addToCart } from '../../cart/cart.server.ts';
import { customers } from '../../customers/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { messages } from '../../messages/tables.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { reviews } from '../../reviews/tables.server.ts';
import { changeWishlist } from '../../wishlist/wishlist.server.ts';
import { auditLog } from '../tables.server.ts';
import { AdminCustomer, CustomerExport, CustomerList, ErasedCustomer } from './contract.ts';

async function atCustomers(shop: Shop, app: App) {
  const { headers } = await signInAsStaff(shop, 'owner');
  const get = (path: string) => app.request(`/api/admin/customers${path}`, { headers });
  return {
    list: (query = '') => readAs(CustomerList.strict(), get(query)),
    read: (id: string) => readAs(AdminCustomer.strict(), get(`/${id}`)),
    post: async (path: string, body: unknown = {}): Promise<unknown> => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await app.request(`/api/admin/customers${path}`, init);
      expect(response.status, await response.clone().text()).toBe(200);
      return response.json();
    },
  };
}

/** Inserts a packed COD order of one product, nine days old. */
const insertOrder = (shop: Shop, email: string, firstName: string, proId: string) =>
  insertPastOrder(shop, {
    ...{ email, method: 'COD', shipTo: { ...validDeliveryForm, email, firstName }, lines: [{ proId }] },
    ...{ daysAgo: 9, steps: [{ state: 'packed', daysAgo: 8 }] },
  });

/** Creates the customer Asha, signed in, with an order, a rating, a wishlist entry and a message. */
async function asha(shop: Shop): Promise<string> {
  const email = 'asha@example.in';
  const { id } = await signInAs(shop, email);
  await shop.db
    .update(customers)
    .set({ firstName: 'Asha', lastName: 'Verma', phone: '+919876500000', city: 'Jaipur' })
    .where(eq(customers.id, id));
  await insertOrder(shop, email, 'Asha', 'TB-SAR-009');
  await exampleReview(shop, { customerId: id, firstName: '', city: '' });
  await exampleMessage(shop);
  await changeWishlist(shop, 'add', id, 'TB-SAR-001');
  return id;
}

describe('the list of customers [F-136]', () => {
  it('is searched by name, email address, and phone number in any format', async ({ app, shop }) => {
    const id = await asha(shop);
    const { list } = await atCustomers(shop, app);
    for (const q of ['asha', 'ASHA VER', 'sha@exam', '%2B91 98765 00000', '98765-00000'])
      expect((await list(`?q=${q}`)).rows, q).toMatchObject([{ id }]);
    for (const q of ['a_ha', '100%25', '()', '98765 11111'])
      expect((await list(`?q=${q}`)).rows, q).toEqual([]);
    expect((await list('?q=asha')).rows).toMatchObject([
      { name: 'Asha Verma', city: 'Jaipur', orderCount: 1, lastOrderAt: '2026-11-12T06:30:00.000Z' },
    ]);
  });

  it('contains each customer once, page by page, in each sort order', async ({ app, shop }) => {
    for (let nth = 0; nth < 70; nth++) {
      if (nth % 4 === 0) shop.clock.advance(1000);
      const now = shop.clock.now();
      const named = { firstName: nth % 5 ? 'Person' : '', lastName: `${nth % 7}` };
      const joined = { email: `p${nth}@example.in`, createdAt: now, updatedAt: now };
      await shop.db.insert(customers).values({ ...joined, ...named });
    }
    const { list } = await atCustomers(shop, app);
    const count = await shop.db.$count(customers);
    for (const sort of ['', '-since', 'since', 'name', '-name']) {
      const seen = await rowsOfAllPages((after) => list(`?sort=${sort}&after=${after}`));
      expect([seen.length, new Set(seen.map(({ id }) => id)).size], sort).toEqual([count, count]);
      const keys = seen.map(({ name, customerSince }) =>
        sort.endsWith('name') ? name.toLowerCase() : customerSince,
      );
      const ascending = keys.toSorted();
      expect(keys, sort).toEqual(['since', 'name'].includes(sort) ? ascending : ascending.toReversed());
    }
  });
});

it('the page of a customer shows orders, ratings and messages [F-136]', async ({ app, shop }) => {
  const id = await asha(shop);
  const { read } = await atCustomers(shop, app);
  expect(await read(id)).toMatchObject({
    profile: { _id: id, email: 'asha@example.in', firstName: 'Asha' },
    orders: [{ state: 'packed' }],
    orderCount: 1,
    ratings: [{ proId: 'TB-SAR-009', stars: 5 }],
    messages: [{ message: 'Is it woven?', status: 'new' }],
    wishlistCount: 1,
  });
});

describe('an owner', () => {
  it('exports all data of a customer, without the data of other customers', async ({ app, shop }) => {
    const id = await asha(shop);
    const email = 'bina@example.in';
    const bina = await signInAs(shop, email);
    await shop.db.update(customers).set({ googleSub: '110169484474386276334' }).where(eq(customers.id, id));
    await addToCart(shop, id, 'TB-STO-001', { quantity: 1 });
    await addToCart(shop, bina.id, 'TB-SAR-001', { quantity: 1 });
    await changeWishlist(shop, 'add', bina.id, 'TB-SUT-001');
    await exampleReview(shop, { customerId: bina.id, firstName: '', city: '' });
    const createdAt = shop.clock.now();
    await shop.db.insert(messages).values({ name: 'Bina', email, message: 'Is it silk?', createdAt });
    await insertOrder(shop, email, 'Bina', 'TB-SAR-003');
    const { post } = await atCustomers(shop, app);
    const file = CustomerExport.strict().parse(await post(`/${id}/export`));
    const now = shop.clock.now().toISOString();
    const inThirtyDays = new Date(shop.clock.now().getTime() + 30 * 86_400_000).toISOString();
    expect(file).toMatchObject({ exportedAt: now, customerSince: now, hasGoogle: true });
    expect(file.orders[0]?.userId).toMatchObject({ firstName: 'Asha', address: validDeliveryForm.address });
    expect(file.sessions).toEqual([{ createdAt: now, usedAt: now, endsAt: inThirtyDays }]);
    expect([file.wishlist[0]?.addedAt, file.cart[0]?.addedAt]).toEqual([now, now]);
    const numbers = (items: readonly { proId: string }[]) => items.map(({ proId }) => proId);
    expect(file.orders.map(({ orderItems }) => numbers(orderItems))).toEqual([['TB-SAR-009']]);
    expect([numbers(file.wishlist), numbers(file.cart)]).toEqual([['TB-SAR-001'], ['TB-STO-001']]);
    expect(file.ratings).toHaveLength(1);
    expect(file.messages).toMatchObject([{ message: 'Is it woven?', replies: [] }]);
    expect(JSON.stringify(file)).not.toMatch(/bina|meera|ananya|sofia|token/i);
  });

  it('deletes a customer’s account and ratings, but not orders and messages', async ({ app, shop }) => {
    const id = await asha(shop);
    const { post, list } = await atCustomers(shop, app);
    const erased = { keptOrderCount: 1, erasedMessageCount: 0 };
    expect(ErasedCustomer.parse(await post(`/${id}/erase`))).toEqual(erased);
    expect((await list('?q=asha')).rows).toEqual([]);
    const stored = await shop.db.select().from(orders);
    expect(stored.filter(({ shipTo }) => shipTo.email === 'asha@example.in')).toMatchObject([
      { customerId: null, shipTo: { firstName: 'Asha', address: validDeliveryForm.address } },
    ]);
    expect(await shop.db.select().from(reviews).where(eq(reviews.customerId, id))).toEqual([]);
    expect(await shop.db.select().from(messages)).toHaveLength(1);
  });

  it('deletes the customer’s messages too if requested, and causes audit entries without personal data [F-139]', async ({
    app,
    shop,
  }) => {
    const id = await asha(shop);
    const bina = { name: 'Bina', email: 'bina@example.in', message: 'Is it silk?' };
    await shop.db.insert(messages).values({ ...bina, createdAt: shop.clock.now() });
    const { post } = await atCustomers(shop, app);
    await post(`/${id}/export`);
    const erased = await post(`/${id}/erase`, { eraseMessages: true });
    expect(erased).toEqual({ keptOrderCount: 1, erasedMessageCount: 1 });
    expect(await shop.db.select().from(messages)).toMatchObject([bina]);
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id);
    const entry = { subjectKind: 'customer', subjectId: id, after: { orders: 1, messages: 1 } };
    expect(log).toMatchObject(['customer.export', 'customer.erase'].map((action) => ({ action, ...entry })));
    expect(JSON.stringify(log)).not.toMatch(/asha|jaipur|98765/i);
  });
});
