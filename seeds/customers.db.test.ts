import { expect } from 'vitest';
import { toProfile } from '../app/customers/profile/profile.server.ts';
import { checkProfile } from '../app/customers/rules.ts';
import { customers } from '../app/customers/tables.server.ts';
import { pretendAccounts } from '../sandbox/pretend-google.server.ts';
import { it } from '../tests/fixtures/world.ts';
import { shoppers } from './customers.ts';

it('creates the three customers of the demo', async ({ shop }) => {
  const seeded = await shop.db.select().from(customers).orderBy(customers.email);
  expect(seeded.map(({ email, firstName }) => ({ email, firstName }))).toEqual([
    { email: 'ananya@example.in', firstName: 'Ananya' },
    { email: 'meera@example.in', firstName: 'Meera' },
    { email: 'sofia@example.com', firstName: 'Sofia' },
  ]);
});

it('gives the customers of the demo valid profiles [S-PROF-17]', async ({ shop }) => {
  for (const row of await shop.db.select().from(customers)) {
    const { _id, email, ...profile } = toProfile(row);
    const filled = Object.entries(profile).flatMap(([name, value]) => (value === '' ? [] : [name]));
    expect(checkProfile(profile, filled), `${_id} ${email}`).toEqual({ fields: [], profile });
  }
});

it('gives the customers of the demo the accounts of the pretend Google', () => {
  const known = shoppers.map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`,
    email,
  }));
  expect(known).toEqual(pretendAccounts);
});
