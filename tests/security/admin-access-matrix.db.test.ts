/**
 * Tests the access to every admin endpoint of the OpenAPI description. A new endpoint fails here until it has a row in
 * admin-access.ts.
 */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { staff } from '../../app/admin/tables.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { andRolledBack } from '../engine/rolled-back.ts';
import { appFor } from '../fixtures/api.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';
import { fillIn } from './access.ts';
import { type AdminEndpoint, adminAccess } from './admin-access.ts';
import { describedOperations, isAdmin, valueAt } from './described-operations.ts';
import { schemaErrors } from './schemas.ts';
import { seedAdminExamples } from './seeded.ts';

const described = await describedOperations();
const rows = described.operations
  .filter(({ name }) => isAdmin(name))
  .map(({ name, security, responses }) => ({
    name,
    security,
    schema: responses.get(200),
    row: adminAccess[name],
  }));
const rowsOf = (...who: AdminEndpoint['access'][]) =>
  rows.flatMap(({ row, ...endpoint }) => (row && who.includes(row.access) ? [{ ...endpoint, row }] : []));

const minute = 60_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function send(shop: Shop, name: string, path: string, body: unknown, headers = {}) {
  const [method = 'GET'] = name.split(' ');
  const response = await appFor(shop).request(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const parsed: unknown = isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    title: valueAt(parsed, 'title'),
    body: parsed,
  };
}

/** Lists headers without a valid token of staff. */
async function invalidTokens(shop: TestShop): Promise<[title: string, headers: Record<string, string>][]> {
  const valid = await signInAsStaff(shop);
  const signedOut = await signInAsStaff(shop);
  await send(shop, 'POST', '/admin/sign-out', {}, bearer(signedOut.token));
  const disabled = await signInAsStaff(shop, 'owner', 'gone@example.in');
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, disabled.id));
  const customer = await signInAs(shop, 'asha@example.in');
  return [
    ['no token', {}],
    ['an unknown token', bearer('unknown-unknown-unknown-unknown-unknown-unk')],
    ['a token that is too long', bearer('x'.repeat(5000))],
    ['a token under another scheme', { authorization: `Basic ${valid.token}` }],
    ['a token in a cookie', { cookie: `token=${valid.token}; tanabana.staff=${valid.token}` }],
    ['the hash of a token', bearer(createHash('sha256').update(valid.token).digest('hex'))],
    ['the token of a customer', bearer(customer.token)],
    ['the token of an ended session', bearer(signedOut.token)],
    ['the token of a disabled staff member', bearer(disabled.token)],
  ];
}

describe('the access to each admin endpoint', () => {
  it('is in the table of this test and in OpenAPI', () => {
    expect(Object.keys(adminAccess).sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const { name, security, row } of rows) {
      const roles = [...(row?.access === 'owner' ? ['owner'] : []), ...(row?.recentFactor ? ['fresh'] : [])];
      const expected =
        row?.access === 'public'
          ? undefined
          : row?.access === 'pending'
            ? { pendingStaff: [] }
            : { staff: roles };
      expect(security, name).toEqual(expected);
    }
  });

  it('is refused without a valid token', { timeout: 240_000 }, async ({ shop: whole }) => {
    const ids = await seedAdminExamples(whole);
    const invalid = await invalidTokens(whole);
    const pending = bearer((await signInWithoutSecondFactor(whole)).token);
    const signedIn = bearer((await signInAsStaff(whole)).token);
    const others = {
      pending: { own: pending, other: ['the token of signed-in staff', signedIn] },
      staff: { own: signedIn, other: ['the token of a pending sign-in', pending] },
    } as const;
    for (const { name, row } of rowsOf('pending', 'staff', 'owner')) {
      const { path, body } = fillIn(name, row, ids);
      const { own, other } = others[row.access === 'pending' ? 'pending' : 'staff'];
      const later = { ...whole, clock: { now: () => new Date(whole.clock.now().getTime() + 30 * minute) } };
      await andRolledBack(whole, async (shop) => {
        for (const [token, headers] of [...invalid, other]) {
          const rejected = { status: 401, cache: 'no-store', title: 'not-staff' };
          const title = `${name} with ${token}`;
          expect(await send(shop, name, path, body, headers), title).toMatchObject(rejected);
          // An invalid input must not change the response.
          expect(await send(shop, name, path, 'not an object', headers), title).toMatchObject(rejected);
        }
        const late = await send({ ...later, db: shop.db }, name, path, body, own);
        expect(late, `${name} half an hour later`).toMatchObject({ status: 401 });
        return true;
      });
    }
  });

  it('is refused to staff if only owners may use the endpoint', async ({ shop: whole }) => {
    const ids = await seedAdminExamples(whole);
    const { token } = await signInAsStaff(whole, 'staff');
    for (const { name, row } of rowsOf('owner')) {
      const { path, body } = fillIn(name, row, ids);
      const response = await andRolledBack(whole, (shop) => send(shop, name, path, body, bearer(token)));
      expect(response, name).toMatchObject({ status: 403, title: 'owner-only' });
    }
  });

  it.for(rowsOf('staff', 'owner'))(
    '$name requires a recent second factor only if its row says so',
    async ({ name, row }, { shop }) => {
      const { path, body } = fillIn(name, row, await seedAdminExamples(shop));
      const { token } = await signInAsStaff(shop);
      shop.clock.advance(10 * minute);
      const response = await send(shop, name, path, body, bearer(token));
      if (row.recentFactor) expect(response).toMatchObject({ status: 403, title: 'recent-factor-required' });
      else expect(response.title).not.toBe('recent-factor-required');
    },
  );

  it.for(rowsOf('pending', 'staff', 'owner'))(
    '$name sends its callers exactly the described fields and no-store',
    async ({ name, row, schema }, { shop }) => {
      const { path, body } = fillIn(name, row, await seedAdminExamples(shop));
      const caller =
        row.access === 'pending'
          ? await signInWithoutSecondFactor(shop)
          : await signInAsStaff(shop, row.access === 'owner' ? 'owner' : 'staff');
      const response = await send(shop, name, path, body, bearer(caller.token));
      expect(response, JSON.stringify(response.body)).toMatchObject({
        status: row.status ?? 200,
        cache: 'no-store',
      });
      if (row.status === undefined && schema !== undefined)
        expect(schemaErrors(response.body, schema, described.schemas)).toEqual([]);
    },
  );

  it.for(rowsOf('public'))('$name is public', async ({ name, row }, { shop }) => {
    const { path, body } = fillIn(name, row, await seedAdminExamples(shop));
    expect(await send(shop, name, path, body)).toMatchObject({
      status: row.status ?? 200,
      cache: 'no-store',
    });
  });

  it('does not let staff tokens use the endpoints for customers', async ({ shop }) => {
    for (const { token } of [await signInAsStaff(shop), await signInWithoutSecondFactor(shop)])
      for (const path of ['/user/profile', '/cart/get', '/wishlist/get'])
        expect(await send(shop, 'GET', path, {}, bearer(token))).toMatchObject({ status: 401 });
  });
});
