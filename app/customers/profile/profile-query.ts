import type { Query } from '../../foundation/browser/queries.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import type { Profile } from '../contract.ts';
import { setCustomerData } from '../customer-query.ts';
import { customersApi } from '../customers-api.ts';
import type { ProfileFields } from '../rules.ts';
import { storeUser } from '../session.ts';

export const profileQuery: Query<Profile> = {
  key: ['profile'],
  fetch: (signal) => readResponse(customersApi.user.profile.$get({}, { init: { signal } })),
};

/** Keeps the change, and shows it wherever the profile stands. Rejects with `RequestFailed`. */
export async function saveProfile(change: ProfileFields): Promise<void> {
  const profile = await readResponse(customersApi.user.edit.$put({ json: change }));
  storeUser(profile);
  await setCustomerData(profileQuery, () => profile);
}
