import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { createCustomers } from './accounts.server.ts';
import { customers } from './tables.server.ts';

describe('the accounts of the seed', () => {
  it('are created with the given fields, at the time of the shop’s clock', async ({ shop }) => {
    const before = (await shop.db.select().from(customers)).length;
    await createCustomers(shop, [
      { email: 'first@example.in', firstName: 'Asha', city: 'Kochi' },
      { email: 'second@example.in' },
    ]);
    const rows = await shop.db.select().from(customers);
    expect(rows).toHaveLength(before + 2);
    const now = shop.clock.now();
    expect(rows.find(({ email }) => email === 'first@example.in')).toMatchObject({
      firstName: 'Asha',
      lastName: '',
      city: 'Kochi',
      createdAt: now,
      updatedAt: now,
    });
  });

  it('do not change an existing account with the same email address', async ({ shop }) => {
    await createCustomers(shop, [{ email: 'first@example.in', firstName: 'Asha' }]);
    const before = await shop.db.select().from(customers);
    shop.clock.advance(60_000);
    await createCustomers(shop, [{ email: 'first@example.in', firstName: 'Another' }]);
    await createCustomers(shop, []);
    expect(await shop.db.select().from(customers)).toEqual(before);
  });
});
