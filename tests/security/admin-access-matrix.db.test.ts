/**
 * Who may call what of the back office. The calls come from the shop's own description, so that a new one cannot be
 * forgotten: it fails here until it has its row in access-office.ts.
 */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { staff } from '../../app/admin/tables.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { andRolledBack } from '../engine/rolled-back.ts';
import { exampleMessage, exampleReview } from '../fixtures/admin-examples.ts';
import { appFor } from '../fixtures/api.ts';
import { contentVersions } from '../fixtures/content-examples.ts';
import { exampleImport } from '../fixtures/imports.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder } from '../fixtures/sold-orders.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';
import { type AdminEndpoint, adminAccess, fillInAdmin } from './admin-access.ts';
import { describedEndpoints, isAdmin, valueAt } from './described-endpoints.ts';
import { schemaErrors } from './schemas.ts';

const described = await describedEndpoints();
const rows = described.endpoints
  .filter(({ name }) => isAdmin(name))
  .map((call) => ({ ...call, row: adminAccess[call.name] }));
const rowsOf = (...who: AdminEndpoint['access'][]) =>
  rows.flatMap(({ row, ...call }) => (row && who.includes(row.access) ? [{ ...call, row }] : []));

const minute = 60_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function ask(shop: Shop, name: string, path: string, body: unknown, headers = {}) {
  const [method = 'GET'] = name.split(' ');
  const response = await appFor(shop).request(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const read: unknown = isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    title: valueAt(read, 'title'),
    body: read,
  };
}

/** What stands for the marks in the rows. Whoever adds a call about something puts an example of it here. */
async function seed(shop: Shop): Promise<Record<string, string>> {
  const member = await signInAsStaff(shop, 'staff', 'bina@example.in');
  return {
    member: member.id,
    unknown: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11',
    message: await exampleMessage(shop),
    ...(await contentVersions(shop)),
    review: await exampleReview(shop),
    import: await exampleImport(shop, member.id),
    person: (await signInAs(shop, 'person@example.in')).id,
    order: (await cashOrder(shop, 'meera.new')).order.id,
  };
}

/** What may come in the place of a token of the staff, and opens nothing. */
async function uselessTokens(shop: TestShop): Promise<[what: string, headers: Record<string, string>][]> {
  const good = await signInAsStaff(shop);
  const left = await signInAsStaff(shop);
  await ask(shop, 'POST', '/admin/sign-out', {}, bearer(left.token));
  const disabled = await signInAsStaff(shop, 'owner', 'gone@example.in');
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, disabled.id));
  const shopper = await signInAs(shop, 'asha@example.in');
  return [
    ['no token', {}],
    ['rubbish', bearer('rubbish-rubbish-rubbish-rubbish-rubbish-rub')],
    ['a token that is too long', bearer('x'.repeat(5000))],
    ['a token under another scheme', { authorization: `Basic ${good.token}` }],
    ['a token in a cookie', { cookie: `token=${good.token}; tanabana.staff=${good.token}` }],
    ['the hash of a token', bearer(createHash('sha256').update(good.token).digest('hex'))],
    ['a shopper’s token', bearer(shopper.token)],
    ['a token that was logged out', bearer(left.token)],
    ['the token of somebody whose key was taken away', bearer(disabled.token)],
  ];
}

describe('who may call what of the back office', () => {
  it('every call is in the table, and its description says who may call it', () => {
    expect(Object.keys(adminAccess).sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const { name, security, row } of rows) {
      const roles = [...(row?.access === 'owner' ? ['owner'] : []), ...(row?.recentFactor ? ['fresh'] : [])];
      const expected =
        row?.access === 'everybody'
          ? undefined
          : row?.access === 'door'
            ? { pendingStaff: [] }
            : { staff: roles };
      expect(security, name).toEqual(expected);
    }
  });

  it('each call is refused without a good token', { timeout: 240_000 }, async ({ shop: whole }) => {
    const marks = await seed(whole);
    const useless = await uselessTokens(whole);
    const door = bearer((await signInWithoutSecondFactor(whole)).token);
    const inside = bearer((await signInAsStaff(whole)).token);
    const others = {
      door: { own: door, other: ['a token of somebody inside', inside] },
      staff: { own: inside, other: ['a token of the door', door] },
    } as const;
    for (const { name, row } of rowsOf('door', 'staff', 'owner')) {
      const { path, body } = fillInAdmin(name, row, marks);
      const { own, other } = others[row.access === 'door' ? 'door' : 'staff'];
      const later = { ...whole, clock: { now: () => new Date(whole.clock.now().getTime() + 30 * minute) } };
      await andRolledBack(whole, async (shop) => {
        for (const [what, headers] of [...useless, other]) {
          const refused = { status: 401, cache: 'no-store', title: 'not-staff' };
          const title = `${name} with ${what}`;
          expect(await ask(shop, name, path, body, headers), title).toMatchObject(refused);
          // Nor does an input that is not right tell a stranger anything.
          expect(await ask(shop, name, path, 'not an object', headers), title).toMatchObject(refused);
        }
        const late = await ask({ ...later, db: shop.db }, name, path, body, own);
        expect(late, `${name} half an hour later`).toMatchObject({ status: 401 });
        return true;
      });
    }
  });

  it('each call of owners is refused to staff who are no owners', async ({ shop: whole }) => {
    const marks = await seed(whole);
    const { token } = await signInAsStaff(whole, 'staff');
    for (const { name, row } of rowsOf('owner')) {
      const { path, body } = fillInAdmin(name, row, marks);
      const answer = await andRolledBack(whole, (shop) => ask(shop, name, path, body, bearer(token)));
      expect(answer, name).toMatchObject({ status: 403, title: 'owner-only' });
    }
  });

  it.for(rowsOf('staff', 'owner'))(
    '$name asks for a fresh factor exactly where it should',
    async ({ name, row }, { shop }) => {
      const { path, body } = fillInAdmin(name, row, await seed(shop));
      const { token } = await signInAsStaff(shop);
      shop.clock.advance(10 * minute);
      const answer = await ask(shop, name, path, body, bearer(token));
      if (row.recentFactor) expect(answer).toMatchObject({ status: 403, title: 'recent-factor-required' });
      else expect(answer.title).not.toBe('recent-factor-required');
    },
  );

  it.for(rowsOf('door', 'staff', 'owner'))(
    '$name responds to its callers, uncached, with exactly the described fields',
    async ({ name, row, schema }, { shop }) => {
      const { path, body } = fillInAdmin(name, row, await seed(shop));
      const caller =
        row.access === 'door'
          ? await signInWithoutSecondFactor(shop)
          : await signInAsStaff(shop, row.access === 'owner' ? 'owner' : 'staff');
      const answer = await ask(shop, name, path, body, bearer(caller.token));
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: row.status ?? 200,
        cache: 'no-store',
      });
      if (row.status === undefined && schema !== undefined)
        expect(schemaErrors(answer.body, schema, described.schemas)).toEqual([]);
    },
  );

  it.for(rowsOf('everybody'))('$name answers everybody', async ({ name, row }, { shop }) => {
    const { path, body } = fillInAdmin(name, row, await seed(shop));
    expect(await ask(shop, name, path, body)).toMatchObject({ status: row.status ?? 200, cache: 'no-store' });
  });

  it('a token of the staff opens nothing that is a shopper’s', async ({ shop }) => {
    for (const { token } of [await signInAsStaff(shop), await signInWithoutSecondFactor(shop)])
      for (const path of ['/user/profile', '/cart/get', '/wishlist/get'])
        expect(await ask(shop, 'GET', path, {}, bearer(token))).toMatchObject({ status: 401 });
  });
});
