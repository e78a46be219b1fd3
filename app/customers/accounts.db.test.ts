import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { createCustomers } from './accounts.server.ts';
import { customers } from './tables.server.ts';

it('seeded accounts are created at the time of the shop’s clock, and do not change existing accounts', async ({
  shop,
}) => {
  await createCustomers(shop, [{ email: 'first@example.in', firstName: 'Asha' }]);
  const before = await shop.db.select().from(customers);
  const now = shop.clock.now();
  expect(before).toContainEqual(
    expect.objectContaining({ firstName: 'Asha', lastName: '', createdAt: now, updatedAt: now }),
  );
  shop.clock.advance(60_000);
  await createCustomers(shop, [{ email: 'first@example.in', firstName: 'Another' }]);
  await createCustomers(shop, []);
  expect(await shop.db.select().from(customers)).toEqual(before);
});
