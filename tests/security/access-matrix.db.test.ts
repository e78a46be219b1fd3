/**
 * Who may call what. The calls come from the shop's own description, so that a new one cannot be forgotten: it fails
 * here until it has its row.
 */
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
import { describedEndpoints, isAdmin, toList, valueAt } from './described-endpoints.ts';
import { schemaErrors } from './schemas.ts';

const described = await describedEndpoints();
// The back office has a matrix of its own: admin-matrix.db.test.ts.
const rows = described.endpoints
  .filter(({ name }) => !isAdmin(name))
  .map((call) => ({ ...call, row: access[call.name] }));
const rowsOf = (who: EndpointAccessCase['access']) =>
  rows.flatMap(({ row, ...call }) => (row?.access === who ? [{ ...call, row }] : []));
const forSignedIn = rowsOf('signed in');
const publicCaching = rowsOf('everybody');

const aDay = 24 * 60 * 60 * 1000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Asked = { status: number; cache: string | null; kind: string | null; body: unknown };

async function ask(shop: Shop, name: string, path: string, body: unknown, headers = {}): Promise<Asked> {
  const [method = 'GET'] = name.split(' ');
  const response = await appFor(shop).request(`/api${path}`, {
    method,
    // Said by us, so that two answers can be compared as they are.
    headers: { 'x-request-id': 'the-same', 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const { status } = response;
  const [cache, kind] = [response.headers.get('cache-control'), response.headers.get('content-type')];
  return { status, cache, kind, body: await response.json() };
}

/** Somebody with a cart, a wish, a shared list and, where the row asks for one, an order, and the ids that stand for them in the rows. */
async function seed(shop: Shop, email: string, row: EndpointAccessCase) {
  const { id, token } = await signInAs(shop, email);
  const tell = (name: string, path: string, body: unknown) => ask(shop, name, path, body, bearer(token));
  const added = await tell('POST', '/cart/add/TB-SAR-001', { quantity: 1 });
  await tell('PUT', '/wishlist/TB-SAR-008', {});
  await tell('POST', '/wishlist/share', {});
  const [share] = await shop.db.select().from(wishlistShares).where(eq(wishlistShares.customerId, id));
  const line = valueAt(added.body, 'items', '0', '_id');
  expect(line, JSON.stringify(added)).toBeTypeOf('string');
  const own = { ...unknownIds, id, token, line: String(line), share: share?.key ?? '' };
  if (row.needsDelivery) await receiveProduct(shop, email);
  if (needsDeliveredOrder(row)) {
    const { order } = Placed.parse((await tell('POST', '/checkout/', { orderDetails })).body);
    await packOrder(shop, order._id);
    await advanceOrderByHand(shop, order._id, 'delivered');
    if (row.needsQuestion) {
      await tell('POST', `/shipment/return/${order._id}`, {});
      await askAboutReturn(shop, order._id, 'Which thread is torn?');
    }
    return { ...own, delivered: order._id };
  }
  if (!needsUnpaidOrder(row)) return own;
  const begun = await tell('POST', '/payment/create-order', { orderDetails });
  const { order, orderId } = PaymentOrder.parse(begun.body);
  const paid = await payAtBank(shop, order.id, 'pay', false);
  if (paid.outcome === 'failed') throw new Error('the bank did not take it');
  const { razorpay_payment_id: payment, razorpay_signature: signature } = paid;
  return { ...own, order: orderId, bankOrder: order.id, payment, signature };
}

async function receiveProduct(shop: Shop, email: string) {
  const shipTo = { ...orderDetails.shippingInfo, email };
  await insertPastOrder(shop, {
    email,
    method: 'COD',
    shipTo,
    lines: [{ proId: 'TB-SAR-001' }],
    daysAgo: 3,
    steps: [
      { state: 'packed', daysAgo: 2 },
      { state: 'delivered', daysAgo: 1 },
    ],
  });
}

/** All that is kept of somebody. */
async function everythingOf(shop: Shop, id: string) {
  return {
    customer: await shop.db.select().from(customers).where(eq(customers.id, id)),
    sessions: await shop.db.select().from(sessions).where(eq(sessions.customerId, id)),
    carts: await shop.db.select().from(carts).where(eq(carts.customerId, id)),
    lines: await shop.db.select().from(cartLines).where(eq(cartLines.customerId, id)).orderBy(cartLines.id),
    wishes: await shop.db
      .select()
      .from(wishlistItems)
      .where(eq(wishlistItems.customerId, id))
      .orderBy(wishlistItems.productId),
    orders: await shop.db.select().from(orders).where(eq(orders.customerId, id)).orderBy(orders.number),
    ratings: await shop.db.select().from(reviews).where(eq(reviews.customerId, id)),
    shares: await shop.db.select().from(wishlistShares).where(eq(wishlistShares.customerId, id)),
  };
}

/** What may come in the place of a token, and opens nothing. */
async function uselessTokens(
  shop: TestShop,
): Promise<[what: string, headers: Record<string, string>, query: string][]> {
  const good = await signInAs(shop, 'asha@example.in');
  const revoked = await signInAs(shop, 'asha@example.in');
  await ask(shop, 'POST', '/user/logout', {}, bearer(revoked.token));
  return [
    ['no token', {}, ''],
    ['rubbish', bearer('rubbish-rubbish-rubbish-rubbish-rubbish-rub'), ''],
    ['a token that is too long', bearer('x'.repeat(5000)), ''],
    ['an empty token', { authorization: 'Bearer ' }, ''],
    ['a token under another scheme', { authorization: `Basic ${good.token}` }, ''],
    ['a token in a cookie', { cookie: `token=${good.token}; tanabana.token=${good.token}` }, ''],
    ['a token in the address', {}, `?token=${good.token}&access_token=${good.token}`],
    ['the hash of a token', bearer(createHash('sha256').update(good.token).digest('hex')), ''],
    ['a token that was logged out', bearer(revoked.token), ''],
  ];
}

describe('who may call what', () => {
  it('every call is in the table, and the description says of each whether it needs a token [S-ROLE-06 S-API-01]', () => {
    expect(Object.keys(access).sort()).toEqual(rows.map(({ name }) => name).sort());
    const signed = rows.filter(({ needsAuth }) => needsAuth).map(({ name }) => name);
    expect(signed.sort()).toEqual(forSignedIn.map(({ name }) => name).sort());
  });

  it.for(forSignedIn)(
    '$name is refused without a good token [S-ROLE-04 S-ROLE-06]',
    async ({ name, row }, { shop }) => {
      const { path, body } = fillIn(name, row, unknownIds);
      const refused = {
        status: 401,
        cache: 'no-store',
        kind: 'application/problem+json',
        body: {
          type: 'about:blank#not-signed-in',
          title: 'not-signed-in',
          status: 401,
          detail: 'Please sign in.',
          message: 'Please sign in.',
          errors: [],
          requestId: 'the-same',
        },
      };
      for (const [what, headers, query] of await uselessTokens(shop)) {
        expect(await ask(shop, name, path + query, body, headers), what).toEqual(refused);
        // Nor does an input that is not right tell a stranger anything.
        expect(await ask(shop, name, path + query, 'not an object', headers), what).toEqual(refused);
      }
      const { token } = await signInAs(shop, 'asha@example.in');
      shop.clock.advance(30 * aDay + 1);
      expect(await ask(shop, name, path, body, bearer(token)), 'after 30 days').toEqual(refused);
    },
  );

  // An upload has no example in the table that succeeds, because its body is a file.
  it.for(forSignedIn.filter(({ row }) => row.status === undefined))(
    '$name responds to a signed-in customer, uncached, with exactly the described fields',
    async ({ name, row, schema }, { shop }) => {
      const asha = await seed(shop, 'asha@example.in', row);
      const { path, body } = fillIn(name, row, asha);
      const answer = await ask(shop, name, path, body, bearer(asha.token));
      expect(answer).toMatchObject({ status: 200, cache: 'no-store', kind: 'application/json' });
      expect(schema, 'the description has a schema').toBeDefined();
      expect(schemaErrors(answer.body, schema, described.schemas)).toEqual([]);
    },
  );

  it.for(forSignedIn)('$name shows and changes nothing of another’s', async ({ name, row }, { shop }) => {
    const asha = await seed(shop, 'asha@example.in', row);
    const bina = await signInAs(shop, 'bina@example.in');
    const before = await everythingOf(shop, asha.id);
    const { path, body } = fillIn(name, row, asha);
    const answer = await ask(shop, name, path, body, bearer(bina.token));
    expect(answer.status).toBe(row.statusForOtherCustomer ?? 200);
    expect(await everythingOf(shop, asha.id)).toEqual(before);
    const text = JSON.stringify(answer.body);
    for (const own of ['asha@example.in', asha.id, asha.line, asha.share, asha.order, asha.delivered])
      expect(text).not.toContain(own);
  });

  it.for(publicCaching)(
    '$name answers everybody, and the same to each [S-ROLE-01]',
    async ({ name, row, schema }, { shop }) => {
      const asha = await seed(shop, 'asha@example.in', row);
      const { path, body } = fillIn(name, row, asha);
      const answerTo = (headers: Record<string, string>) =>
        andRolledBack(shop, (tx) => ask(tx, name, path, body, headers));
      const guest = await answerTo({});
      expect(guest.status).toBe(row.status ?? 200);
      expect(guest.kind).toBe(guest.status === 200 ? 'application/json' : 'application/problem+json');
      if (schema && guest.status === 200)
        expect(schemaErrors(guest.body, schema, described.schemas)).toEqual([]);
      for (const headers of [
        bearer(asha.token),
        bearer('rubbish-rubbish-rubbish-rubbish'),
        { cookie: 'a=b' },
      ]) {
        const other = await answerTo(headers);
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
  ])(
    '%s responds to an empty body or an unknown id, here %s, with status %d',
    async ([name, path, ...expected], { shop }) => {
      const { token } = await signInAs(shop, 'asha@example.in');
      const { status, body } = await ask(shop, name, path, {}, bearer(token));
      const fields = toList(valueAt(body, 'errors')).map((error) => valueAt(error, 'field'));
      expect([status, valueAt(body, 'title'), fields]).toEqual(expected);
    },
  );
});
