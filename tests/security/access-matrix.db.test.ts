/**
 * Tests the access to every endpoint of the OpenAPI description. A new endpoint fails here until it has a row in access.ts or in
 * admin-access.ts.
 */
import { createHash } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { staff } from '../../app/admin/tables.server.ts';
import { cartLines, carts } from '../../app/cart/tables.server.ts';
import { customers, sessions } from '../../app/customers/tables.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { orders } from '../../app/orders/tables.server.ts';
import { reviews } from '../../app/reviews/tables.server.ts';
import { wishlistItems, wishlistShares } from '../../app/wishlist/tables.server.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';
import { type AccessRow, access } from './access.ts';
import { adminAccess } from './admin-access.ts';
import { describedOperations, isAdmin, toList, valueAt } from './described-operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();
const rows = { ...access, ...adminAccess };
const operationsFor = (...callers: AccessRow['access'][]) =>
  operations.flatMap((operation) => {
    const row = rows[operation.name];
    return row && callers.includes(row.access) ? [{ ...operation, row }] : [];
  });

const minute = 60_000;
const day = 24 * 60 * minute;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** A fixed request id, so that two responses can be compared. */
const sameId = { 'x-request-id': 'the-same' };

async function received(pending: Promise<Response>) {
  const response = await pending;
  const { status, headers } = response;
  const body: unknown = await response.json();
  return { status, cache: headers.get('cache-control'), kind: headers.get('content-type'), body };
}

function securityOf({ access: caller, recentFactor }: AccessRow) {
  if (caller === 'public') return undefined;
  if (caller === 'signed in') return { bearer: [] };
  if (caller === 'pending') return { pendingStaff: [] };
  return { staff: [...(caller === 'owner' ? ['owner'] : []), ...(recentFactor ? ['fresh'] : [])] };
}

type InvalidToken = [title: string, headers: Record<string, string>, query?: string];

/** An unsigned JWT of an owner. */
const jwt = [
  { alg: 'none', typ: 'JWT' },
  { sub: 'asha@example.in', role: 'owner', exp: 4_102_444_800 },
]
  .map((part) => `${Buffer.from(JSON.stringify(part)).toString('base64url')}.`)
  .join('');

/** Lists forged and altered tokens, and a valid token outside of the Authorization header. */
const alteredTokens = (valid: string): InvalidToken[] => [
  ['that is unknown', bearer('unknown-unknown-unknown-unknown-unknown-unk')],
  ['that is too long', bearer('x'.repeat(5000))],
  ['that is empty', { authorization: 'Bearer ' }],
  ['that is the hash of a token', bearer(createHash('sha256').update(valid).digest('hex'))],
  ['that is a JWT without a signature', bearer(jwt)],
  ['with its last character changed', bearer(valid.slice(0, -1) + (valid.endsWith('A') ? 'B' : 'A'))],
  ['without its last character', bearer(valid.slice(0, -1))],
  ['with an additional character', bearer(`${valid}A`)],
  ['in upper case', bearer(valid.toUpperCase())],
  ['twice', bearer(`${valid}, Bearer ${valid}`)],
  ['with a space', bearer(`${valid.slice(0, 20)} ${valid.slice(20)}`)],
  ['that is SQL', bearer("' or 1=1; --")],
  ['without its scheme', { authorization: valid }],
  ['under another scheme', { authorization: `Basic ${valid}` }],
  ['in other headers', { 'x-access-token': valid, 'x-auth-token': valid, 'x-api-key': valid }],
  [
    'in cookies',
    { cookie: ['token', 'tanabana.token', 'tanabana.staff'].map((name) => `${name}=${valid}`).join('; ') },
  ],
  ['in the URL', {}, `?token=${valid}&access_token=${valid}&authorization=Bearer%20${valid}`],
  ['missing, with the customer’s address', { 'x-user-id': '1', 'x-forwarded-user': 'asha@example.in' }],
];

/** Lists invalid tokens for customers, for staff with a pending second factor, and for signed-in staff. */
async function invalidTokens(shop: TestShop) {
  const { sendAndKeep } = rolledBackApp(shop);
  const [customer, ended] = [
    await signInAs(shop, 'asha@example.in'),
    await signInAs(shop, 'asha@example.in'),
  ];
  await sendAndKeep('POST', { path: '/user/logout', body: {}, token: ended.token });
  const [owner, signedOut] = [await signInAsStaff(shop), await signInAsStaff(shop)];
  await sendAndKeep('POST', { path: '/admin/sign-out', body: {}, token: signedOut.token });
  const disabled = await signInAsStaff(shop, 'owner', 'gone@example.in');
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, disabled.id));
  const pending = await signInWithoutSecondFactor(shop);
  const ofSignedIn: InvalidToken = ['of signed-in staff', bearer(owner.token)];
  const ofPending: InvalidToken = ['of a pending sign-in', bearer(pending.token)];
  const notStaff: InvalidToken[] = [
    ['of a customer', bearer(customer.token)],
    ['of an ended session', bearer(signedOut.token)],
    ['of a disabled staff member', bearer(disabled.token)],
    ...alteredTokens(owner.token),
  ];
  return {
    'signed in': [
      ofSignedIn,
      ofPending,
      ['of an ended session', bearer(ended.token)],
      ...alteredTokens(customer.token),
    ] satisfies InvalidToken[],
    pending: [ofSignedIn, ...notStaff],
    staff: [ofPending, ...notStaff],
  };
}

/** Reads all rows of the customers except those of one customer. */
async function dataOfOthers({ db }: Shop, id: string) {
  const found: unknown[] = await db
    .select()
    .from(customers)
    .where(ne(customers.id, id))
    .orderBy(customers.id);
  for (const table of [sessions, carts, cartLines, wishlistItems, orders, reviews, wishlistShares]) {
    const row = sql<string>`to_jsonb(${table})::text`;
    const isOfOther = sql`${table.customerId} <> ${id}`;
    found.push(await db.select({ row }).from(table).where(isOfOther).orderBy(row));
  }
  return found;
}

describe('the access to each endpoint', { timeout: 240_000 }, () => {
  it('is in the tables of this test and in OpenAPI [S-ROLE-06 S-API-01]', () => {
    const described = operations.map(({ name, security }) => [name, security]);
    const expected = Object.entries(rows).map(([name, row]) => [name, securityOf(row)]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
    expect(Object.keys(access).filter(isAdmin)).toEqual([]);
  });

  it('needs a valid token of the right kind, and no invalid token is logged [S-ROLE-04 S-ROLE-06]', async ({
    shop,
  }) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const { sendAndKeep: send } = rolledBackApp({ ...shop, log });
    const { exampleOf } = await seedEverything(shop);
    const invalid = await invalidTokens(shop);
    const forCustomers = operationsFor('signed in');
    const forStaff = operationsFor('pending', 'staff', 'owner');
    for (const { name, method, row } of [...forCustomers, ...forStaff]) {
      const example = { ...exampleOf(name), token: undefined };
      const without = await received(send(method, example, sameId));
      const title = row.access === 'signed in' ? 'not-signed-in' : 'not-staff';
      const rejected = { status: 401, cache: 'no-store', kind: 'application/problem+json', body: { title } };
      expect(without, name).toMatchObject(rejected);
      const tokens = row.access === 'signed in' || row.access === 'pending' ? row.access : 'staff';
      for (const [title, headers, query = ''] of invalid[tokens]) {
        const path = example.path + query;
        // An invalid body must not change the response.
        const sent = send(method, { ...example, path }, { ...sameId, ...headers }, '"not an object"');
        expect(await received(sent), `${name} with a token ${title}`).toEqual(without);
      }
    }
    shop.clock.advance(30 * minute);
    for (const { name, method } of forStaff)
      expect(await send(method, exampleOf(name)), `${name} after half an hour`).toMatchObject({
        status: 401,
      });
    shop.clock.advance(30 * day);
    for (const { name, method } of forCustomers)
      expect(await send(method, exampleOf(name)), `${name} after 30 days`).toMatchObject({ status: 401 });

    expect(lines.length).toBeGreaterThan(100);
    const logged = lines.join('');
    for (const [title, headers, query = ''] of [...invalid['signed in'], ...invalid.staff])
      for (const part of `${Object.values(headers).join(' ')} ${query}`.split(/[ =;,&?]/))
        if (part.length >= 20) expect(logged.includes(part), title).toBe(false);
  });

  it('is refused to staff without the role owner or a recent second factor where the tables of this test require it', async ({
    shop,
  }) => {
    const { send } = rolledBackApp(shop);
    const { exampleOf } = await seedEverything(shop);
    const { token } = await signInAsStaff(shop, 'staff');
    for (const { name, method } of operationsFor('owner')) {
      const response = await received(send(method, { ...exampleOf(name), token }));
      expect(response, name).toMatchObject({ status: 403, body: { title: 'owner-only' } });
    }
    shop.clock.advance(10 * minute);
    for (const { name, method, row } of operationsFor('staff', 'owner')) {
      const response = await send(method, exampleOf(name));
      const isRefused = response.status === 403 && (await response.text()).includes('recent-factor-required');
      expect(isRefused, name).toBe(row.recentFactor === true);
    }
  });

  it('neither shows nor changes the data of another customer', async ({ shop }) => {
    const { shop: now, andRolledBack, sendAndKeep } = rolledBackApp(shop);
    const { exampleOf, ids } = await seedEverything(shop);
    const bina = await signInAs(shop, 'bina@example.in');
    const before = await dataOfOthers(shop, bina.id);
    for (const { name, method, row } of operationsFor('signed in')) {
      const { text, status, after } = await andRolledBack(async () => {
        const response = await sendAndKeep(method, { ...exampleOf(name), token: bina.token });
        const after = await dataOfOthers(now, bina.id);
        return { text: await response.text(), status: response.status, after };
      });
      expect({ status, after }, name).toEqual({ status: row.statusForOtherCustomer ?? 200, after: before });
      const { asha, farah, line, share, order, delivered, questioned } = ids;
      for (const value of ['asha@example.in', asha, farah, line, share, order, delivered, questioned])
        expect(text, name).not.toContain(value);
    }
  });

  it('sends the same response to every caller if it is public [S-ROLE-01]', async ({ shop }) => {
    const { send } = rolledBackApp(shop);
    const { exampleOf } = await seedEverything(shop);
    const asha = await signInAs(shop, 'asha@example.in');
    for (const { name, method, row } of operationsFor('public')) {
      const responseTo = (headers: object) =>
        received(send(method, exampleOf(name), { ...sameId, ...headers }));
      const guest = await responseTo({});
      for (const headers of [bearer(asha.token), bearer('unknown-unknown-unknown'), { cookie: 'a=b' }]) {
        const other = await responseTo(headers);
        if (row.isNondeterministic) expect({ ...other, body: null }).toEqual({ ...guest, body: null });
        else expect(other, name).toEqual(guest);
      }
    }
  });

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
    const [method = ''] = name.split(' ');
    const { status, body } = await received(rolledBackApp(shop).send(method, { path, body: {}, token }));
    const fields = toList(valueAt(body, 'errors')).map((error) => valueAt(error, 'field'));
    expect([status, valueAt(body, 'title'), fields]).toEqual(expected);
  });
});
