import { eq, ne } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { sentCode } from '../../../tests/fixtures/sent-code.ts';
import { signInAs } from '../../../tests/fixtures/sign-in.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import {
  interceptStatements,
  statementsOf,
  withConcurrentSessionAt,
} from '../../../tests/security/concurrent-session.ts';
import { carts } from '../../cart/tables.server.ts';
import { wishlistItems } from '../../wishlist/tables.server.ts';
import { signInByEmail } from '../accounts.server.ts';
import { sendCode } from '../sign-in/codes.server.ts';
import { storeDevice } from '../sign-in/devices.server.ts';
import { customers, knownDevices, sessions, signInRequests } from '../tables.server.ts';
import { deleteAccount, editProfile, readProfile } from './profile.server.ts';

const it = base.extend('meera', async ({ shop }) => (await signInAs(shop, 'meera@example.in')).id);

afterEach(() => vi.restoreAllMocks());

const meera = {
  ...{ email: 'meera@example.in', firstName: 'Meera', lastName: 'Joshi', phone: '+919829000000' },
  ...{ address: '14, Ravi Nagar, near the water tank', apartment: '2nd floor', city: 'Jaipur' },
  ...{ state: 'Rajasthan', pincode: '302001', country: 'India', gender: 'Female' },
};

describe('a profile', () => {
  it('changes only in the fields that are sent [S-API-07 S-DATA-19]', async ({ shop, meera: id }) => {
    const others = () => shop.db.select().from(customers).where(ne(customers.id, id)).orderBy(customers.id);
    await signInAs(shop, 'asha@example.in');
    const before = await others();
    shop.clock.advance(1000);
    expect(await readProfile(shop, id)).toEqual({ _id: id, ...meera });
    const email = ' Meera@Example.in ';
    const changed = await editProfile(shop, id, { email, firstName: 'Mira', apartment: '' });
    expect(changed).toEqual({ _id: id, ...meera, firstName: 'Mira', apartment: '' });
    expect(await readProfile(shop, id)).toEqual(changed);
    const [row] = await shop.db.select().from(customers).where(eq(customers.id, id));
    expect(row?.updatedAt).toEqual(shop.clock.now());
    expect(before.length).toBeGreaterThan(0);
    expect(await others()).toEqual(before);
  });

  it('rejects invalid fields and a new email address [S-PROF-06 S-PROF-17 S-ROLE-04]', async ({
    shop,
    meera: id,
  }) => {
    const change = { firstName: 'Mira', pincode: '012345', phone: '12' };
    const fields = ['pincode', 'phone'].map((field) => ({ field, message: expect.any(String) }));
    const invalid = { name: 'invalid-profile', status: 400, fields: expect.arrayContaining(fields) };
    await expect(editProfile(shop, id, change)).rejects.toMatchObject(invalid);
    const changed = editProfile(shop, id, { email: 'other@example.in', firstName: 'Mira' });
    const fixed = [{ field: 'email', message: "Email used for login can't be changed" }];
    await expect(changed).rejects.toMatchObject({ status: 400, fields: fixed });
    expect(await readProfile(shop, id)).toMatchObject(meera);
  });

  it('cannot be read or changed after the account is deleted', async ({ shop, meera: id }) => {
    await deleteAccount(shop, id);
    await expect(readProfile(shop, id)).rejects.toMatchObject({ name: 'not-signed-in', status: 401 });
    await expect(editProfile(shop, id, {})).rejects.toMatchObject({ status: 401 });
  });

  it('keeps both of two concurrent changes to its fields', async ({ ownShop, world, skip }) => {
    // Skip this test: the embedded database runs one transaction at a time, so no other statement can run in between.
    if (world.engine === 'embedded') skip();
    const { id } = await signInAs(ownShop, 'meera@example.in');
    interceptStatements();
    const statements = await statementsOf(ownShop, () => editProfile(ownShop, id, {}));
    expect(statements.length).toBeGreaterThan(1);
    for (const stopAt of statements.keys()) {
      await withConcurrentSessionAt(ownShop, stopAt, {
        interrupted: () => editProfile(ownShop, id, { firstName: `Mira ${'i'.repeat(stopAt)}` }),
        concurrent: () => editProfile(ownShop, id, { city: `Ajmer ${'r'.repeat(stopAt)}` }),
      });
      expect(await readProfile(ownShop, id)).toMatchObject({
        firstName: `Mira ${'i'.repeat(stopAt)}`.trim(),
        city: `Ajmer ${'r'.repeat(stopAt)}`.trim(),
      });
    }
  });
});

describe('an account', () => {
  it('is deleted with its own data, but the data of other accounts is kept', async ({ shop, meera: id }) => {
    const now = shop.clock.now();
    const other = await signInAs(shop, 'ananya@example.in');
    await sendCode(shop, { email: 'meera@example.in' }, { address: '203.0.113.7' });
    await sendCode(shop, { email: 'ananya@example.in' }, { address: '203.0.113.7' });
    for (const email of ['meera@example.in', 'ananya@example.in'])
      await storeDevice(shop, { entryPoint: 'shop', email }, 'd'.repeat(43));
    for (const customerId of [id, other.id]) {
      await shop.db.insert(carts).values({ customerId, updatedAt: now });
      await shop.db.insert(wishlistItems).values({ customerId, productId: 'TB-SAR-001', addedAt: now });
    }
    await deleteAccount(shop, id);
    expect(await shop.db.select().from(customers).where(eq(customers.id, id))).toEqual([]);
    for (const table of [sessions, carts, wishlistItems])
      expect(await shop.db.select({ whose: table.customerId }).from(table)).toEqual([{ whose: other.id }]);
    for (const table of [signInRequests, knownDevices])
      expect(await shop.db.select({ email: table.email }).from(table)).toEqual([
        { email: 'ananya@example.in' },
      ]);
    expect(await sentCode(shop, 'ananya@example.in')).toMatch(/\d{6}/);
  });

  it('is created once by concurrent sign-ins with the same email address', async ({ ownShop }) => {
    const signedIn = await Promise.all([1, 2, 3, 4].map(() => signInByEmail(ownShop, 'new@example.in')));
    expect(new Set(signedIn.map(({ id }) => id)).size).toBe(1);
  });
});
