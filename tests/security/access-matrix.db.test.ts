/** Tests the access to every endpoint of the OpenAPI description. A new endpoint fails here until it has a row in access.ts. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { cartLines, carts } from '../../app/cart/tables.server.ts';
import { PaymentOrder, Placed } from '../../app/checkout/contract.ts';
import { customers, sessions } from '../../app/customers/tables.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { askAboutReturn } from '../../app/orders/returns/return-order.server.ts';
import { advanceOrderByHand, packOrder } from '../../app/orders/ship-order.server.ts';
import { orders } from '../../app/orders/tables.server.ts';
import { reviews } from '../../app/reviews/tables.server.ts';
import { wishlistItems, wishlistShares } from '../../app/wishlist/tables.server.ts';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { insertPastOrder } from '../../seeds/seed-orders.server.ts';
import { andRolledBack } from '../engine/rolled-back.ts';
import { appFor } from '../fixtures/api.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { it } from '../fixtures/world.ts';
import {
  access,
  type EndpointAccessCase,
  fillIn,
  needsDeliveredOrder,
  needsUnpaidOrder,
  orderDetails,
  unknownIds,
} from './access.ts';
import { describedOperations, isAdmin, toList, valueAt } from './described-operations.ts';
import { schemaErrors } from './schemas.ts';

const described = await describedOperations();
// admin-access-matrix.db.test.ts covers the admin.
const rows = described.operations
  .filter(({ name }) => !isAdmin(name))
  .map(({ name, needsAuth, responses }) => ({
    name,
    needsAuth,
    schema: responses.get(200),
    row: access[name],
  }));
const rowsOf = (who: EndpointAccessCase['access']) =>
  rows.flatMap(({ row, ...endpoint }) => (row?.access === who ? [{ ...endpoint, row }] : []));
const forSignedIn = rowsOf('signed in');
const publicEndpoints = rowsOf('public');

const day = 24 * 60 * 60_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Received = { status: number; cache: string | null; kind: string | null; body: unknown };

async function send(shop: Shop, name: string, path: string, body: unknown, headers = {}): Promise<Received> {
  const [method = 'GET'] = name.split(' ');
  const received = await appFor(shop).request(`/api${path}`, {
    method,
    // A fixed request id, so that two responses can be compared.
    headers: { 'x-request-id': 'the-same', 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const { status } = received;
  const [cache, kind] = [received.headers.get('cache-control'), received.headers.get('content-type')];
  return { status, cache, kind, body: await received.json() };
}

/** Creates a customer with a cart, a shared wishlist and the order that the row needs. Returns the ids for the placeholders. */
async function seed(shop: Shop, email: string, row: EndpointAccessCase) {
  const { id, token } = await signInAs(shop, email);
  const sendSignedIn = (name: string, path: string, body: unknown) =>
    send(shop, name, path, body, bearer(token));
  const added = await sendSignedIn('POST', '/cart/add/TB-SAR-001', { quantity: 1 });
  await sendSignedIn('PUT', '/wishlist/TB-SAR-008', {});
  await sendSignedIn('POST', '/wishlist/share', {});
  const [share] = await shop.db.select().from(wishlistShares).where(eq(wishlistShares.customerId, id));
  const line = valueAt(added.body, 'items', '0', '_id');
  expect(line, JSON.stringify(added)).toBeTypeOf('string');
  const own = { ...unknownIds, id, token, line: String(line), share: share?.key ?? '' };
  if (row.needsDelivery) await receiveProduct(shop, email);
  if (needsDeliveredOrder(row)) {
    const { order } = Placed.parse((await sendSignedIn('POST', '/checkout/', { orderDetails })).body);
    await packOrder(shop, order._id);
    await advanceOrderByHand(shop, order._id, 'delivered');
    if (row.needsQuestion) {
      await sendSignedIn('POST', `/shipment/return/${order._id}`, {});
      await askAboutReturn(shop, order._id, 'Which thread is torn?');
    }
    return { ...own, delivered: order._id };
  }
  if (!needsUnpaidOrder(row)) return own;
  const started = await sendSignedIn('POST', '/payment/create-order', { orderDetails });
  const { order, orderId } = PaymentOrder.parse(started.body);
  const paid = await payAtBank(shop, order.id, 'pay', false);
  if (paid.outcome === 'failed') throw new Error('the pretend bank rejected the payment');
  const { razorpay_payment_id: payment, razorpay_signature: signature } = paid;
  return { ...own, order: orderId, bankOrder: order.id, payment, signature };
}

/** Inserts a delivered order of TB-SAR-001. */
const receiveProduct = (shop: Shop, email: string) =>
  insertPastOrder(shop, {
    ...{ email, method: 'COD', shipTo: { ...orderDetails.shippingInfo, email }, daysAgo: 3 },
    lines: [{ proId: 'TB-SAR-001' }],
    steps: [
      { state: 'packed', daysAgo: 2 },
      { state: 'delivered', daysAgo: 1 },
    ],
  });

/** Reads all rows of a customer. */
async function dataOf(shop: Shop, id: string) {
  return {
    customer: await shop.db.select().from(customers).where(eq(customers.id, id)),
    sessions: await shop.db.select().from(sessions).where(eq(sessions.customerId, id)),
    carts: await shop.db.select().from(carts).where(eq(carts.customerId, id)),
    lines: await shop.db.select().from(cartLines).where(eq(cartLines.customerId, id)).orderBy(cartLines.id),
    wishlist: await shop.db.select().from(wishlistItems).where(eq(wishlistItems.customerId, id)),
    orders: await shop.db.select().from(orders).where(eq(orders.customerId, id)).orderBy(orders.number),
    ratings: await shop.db.select().from(reviews).where(eq(reviews.customerId, id)),
    shares: await shop.db.select().from(wishlistShares).where(eq(wishlistShares.customerId, id)),
  };
}

/** Lists headers and query strings without a valid token. */
async function invalidTokens(
  shop: TestShop,
): Promise<[title: string, headers: Record<string, string>, query: string][]> {
  const valid = await signInAs(shop, 'asha@example.in');
  const revoked = await signInAs(shop, 'asha@example.in');
  await send(shop, 'POST', '/user/logout', {}, bearer(revoked.token));
  return [
    ['no token', {}, ''],
    ['an unknown token', bearer('unknown-unknown-unknown-unknown-unknown-unk'), ''],
    ['a token that is too long', bearer('x'.repeat(5000)), ''],
    ['an empty token', { authorization: 'Bearer ' }, ''],
    ['a token under another scheme', { authorization: `Basic ${valid.token}` }, ''],
    ['a token in a cookie', { cookie: `token=${valid.token}; tanabana.token=${valid.token}` }, ''],
    ['a token in the URL', {}, `?token=${valid.token}&access_token=${valid.token}`],
    ['the hash of a token', bearer(createHash('sha256').update(valid.token).digest('hex')), ''],
    ['the token of an ended session', bearer(revoked.token), ''],
  ];
}

describe('the access to each endpoint', () => {
  it('is in the table of this test and in OpenAPI [S-ROLE-06 S-API-01]', () => {
    expect(Object.keys(access).sort()).toEqual(rows.map(({ name }) => name).sort());
    const signed = rows.filter(({ needsAuth }) => needsAuth).map(({ name }) => name);
    expect(signed.sort()).toEqual(forSignedIn.map(({ name }) => name).sort());
  });

  it.for(forSignedIn)('$name needs a valid token [S-ROLE-04 S-ROLE-06]', async ({ name, row }, { shop }) => {
    const { path, body } = fillIn(name, row, unknownIds);
    const rejected = {
      status: 401,
      cache: 'no-store',
      kind: 'application/problem+json',
      body: {
        ...{ type: 'about:blank#not-signed-in', title: 'not-signed-in', status: 401, errors: [] },
        ...{ detail: 'Please sign in.', message: 'Please sign in.', requestId: 'the-same' },
      },
    };
    for (const [title, headers, query] of await invalidTokens(shop)) {
      expect(await send(shop, name, path + query, body, headers), title).toEqual(rejected);
      // An invalid input must not change the response.
      expect(await send(shop, name, path + query, 'not an object', headers), title).toEqual(rejected);
    }
    const { token } = await signInAs(shop, 'asha@example.in');
    shop.clock.advance(30 * day + 1);
    expect(await send(shop, name, path, body, bearer(token)), 'after 30 days').toEqual(rejected);
  });

  // The body of an upload is a file, so the table has no successful example of an upload.
  it.for(forSignedIn.filter(({ row }) => row.status === undefined))(
    '$name sends a signed-in customer exactly the described fields and no-store',
    async ({ name, row, schema }, { shop }) => {
      const asha = await seed(shop, 'asha@example.in', row);
      const { path, body } = fillIn(name, row, asha);
      const response = await send(shop, name, path, body, bearer(asha.token));
      expect(response).toMatchObject({ status: 200, cache: 'no-store', kind: 'application/json' });
      expect(schema, 'the description has a schema').toBeDefined();
      expect(schemaErrors(response.body, schema, described.schemas)).toEqual([]);
    },
  );

  it.for(forSignedIn)(
    '$name neither shows nor changes the data of another customer',
    async ({ name, row }, { shop }) => {
      const asha = await seed(shop, 'asha@example.in', row);
      const bina = await signInAs(shop, 'bina@example.in');
      const before = await dataOf(shop, asha.id);
      const { path, body } = fillIn(name, row, asha);
      const response = await send(shop, name, path, body, bearer(bina.token));
      expect(response.status).toBe(row.statusForOtherCustomer ?? 200);
      expect(await dataOf(shop, asha.id)).toEqual(before);
      const text = JSON.stringify(response.body);
      for (const value of ['asha@example.in', asha.id, asha.line, asha.share, asha.order, asha.delivered])
        expect(text).not.toContain(value);
    },
  );

  it.for(publicEndpoints)(
    '$name sends the same response to every caller [S-ROLE-01]',
    async ({ name, row, schema }, { shop }) => {
      const asha = await seed(shop, 'asha@example.in', row);
      const { path, body } = fillIn(name, row, asha);
      const responseTo = (headers: Record<string, string>) =>
        andRolledBack(shop, (tx) => send(tx, name, path, body, headers));
      const guest = await responseTo({});
      expect(guest.status).toBe(row.status ?? 200);
      expect(guest.kind).toBe(guest.status === 200 ? 'application/json' : 'application/problem+json');
      if (schema && guest.status === 200)
        expect(schemaErrors(guest.body, schema, described.schemas)).toEqual([]);
      for (const headers of [bearer(asha.token), bearer('unknown-unknown-unknown'), { cookie: 'a=b' }]) {
        const other = await responseTo(headers);
        if (row.isNondeterministic) expect({ ...other, body: null }).toEqual({ ...guest, body: null });
        else expect(other).toEqual(guest);
      }
    },
  );

  // tests/frozen/responses.txt records the specified operations.
  it.for<[name: string, path: string, status: number, title: string | undefined, fields: string[]]>([
    ['POST /cart/merge', '/cart/merge', 400, 'bad-input', ['key', 'items']],
    ['POST /cart/quote', '/cart/quote', 400, 'bad-input', ['items']],
    ['POST /payment/renew', '/payment/renew', 400, 'bad-input', ['orderId']],
    ['GET /order/{id}', '/order/no-such-id', 404, 'no-such-order', []],
    ['PUT /wishlist/{productId}', '/wishlist/no-such-id', 404, 'no-such-product', []],
    ['DELETE /wishlist/{productId}', '/wishlist/no-such-id', 200, undefined, []],
  ])('%s with an empty body or unknown id (%s) returns %d', async ([name, path, ...expected], { shop }) => {
    const { token } = await signInAs(shop, 'asha@example.in');
    const { status, body } = await send(shop, name, path, {}, bearer(token));
    const fields = toList(valueAt(body, 'errors')).map((error) => valueAt(error, 'field'));
    expect([status, valueAt(body, 'title'), fields]).toEqual(expected);
  });
});
