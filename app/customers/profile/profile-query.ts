import { readAnswer } from '../../foundation/http/api-client.ts';
import type { Profile } from '../contract.ts';
import { type OwnQuery, setOwn } from '../customer-query.ts';
import { customerCalls } from '../customers-api.ts';
import type { ProfileFields } from '../rules.ts';
import { keepUser } from '../session.ts';

export const ownProfile: OwnQuery<Profile> = {
  key: 'profile',
  fetch: (signal) => readAnswer(customerCalls.user.profile.$get({}, { init: { signal } })),
};

/** Keeps the change, and shows it wherever the profile stands. Rejects with `CallFailed`. */
export async function saveProfile(change: ProfileFields): Promise<void> {
  const profile = await readAnswer(customerCalls.user.edit.$put({ json: change }));
  keepUser(profile);
  await setOwn(ownProfile, () => profile);
}
