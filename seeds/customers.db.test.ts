import { expect } from 'vitest';
import { toProfile } from '../app/customers/profile/profile.server.ts';
import { checkProfile } from '../app/customers/rules.ts';
import { customers } from '../app/customers/tables.server.ts';
import { pretendAccounts } from '../sandbox/pretend-google.server.ts';
import { it } from '../tests/fixtures/world.ts';

it('the demo has the three customers of the pretend Google, with valid profiles [S-PROF-17]', async ({
  shop,
}) => {
  const seeded = await shop.db.select().from(customers).orderBy(customers.email);
  expect(seeded.map(({ firstName }) => firstName)).toEqual(['Ananya', 'Meera', 'Sofia']);
  const accounts = pretendAccounts.map(({ name, email }) => `${name} ${email}`).toSorted();
  expect(seeded.map((one) => `${one.firstName} ${one.lastName} ${one.email}`)).toEqual(accounts);
  for (const row of seeded) {
    const { _id, email, ...profile } = toProfile(row);
    const filled = Object.entries(profile).flatMap(([name, value]) => (value === '' ? [] : [name]));
    expect(checkProfile(profile, filled), `${_id} ${email}`).toEqual({ fields: [], profile });
  }
});
