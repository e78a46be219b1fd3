import { useState } from 'react';
import type { Query } from '../../foundation/browser/queries.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import type { Profile } from '../contract.ts';
import { setCustomerData, useCustomerQuery } from '../customer-query.ts';
import { customersApi } from '../customers-api.ts';
import type { ProfileFields } from '../rules.ts';
import { storeUser, useSession } from '../session.ts';
import { useSignInForGuests } from '../sign-in/use-login-for-guests.ts';

export type ProfileState = {
  /** `waiting` also while nobody knows yet who is here; `ended` once the session was lost while the page stood open. */
  phase: 'waiting' | 'ready' | 'failed' | 'ended';
  profile: Profile | undefined;
  /** What this browser remembers of the shopper until the shop answers. */
  stored: Profile | undefined;
  /** Why it failed. */
  message: string | undefined;
  retry: () => void;
  /** Say so when somebody has tried to save, and when it is saved: what they typed outlives the session between. */
  onUnsavedChange: (unsaved: boolean) => void;
};

/** The profile for the pages that show it. Guests are led to the login, and back here. */
export function useProfile(): ProfileState {
  const session = useSession();
  const ended = useSignInForGuests();
  const { status, data, message, retry } = useCustomerQuery(profileQuery);
  const [known, setKnown] = useState<Profile>();
  const [unsaved, onUnsavedChange] = useState(false);
  if (data && data !== known) setKnown(data);

  const stillTheirs = known && (!session || session.user._id === known._id);
  const profile = data ?? (unsaved && stillTheirs ? known : undefined);
  const phase = profile ? 'ready' : ended ? 'ended' : status === 'failed' ? 'failed' : 'waiting';
  return { phase, profile, stored: session?.user, message, retry, onUnsavedChange };
}

const profileQuery: Query<Profile> = {
  key: ['profile'],
  fetch: (signal) => readResponse(customersApi.user.profile.$get({}, { init: { signal } })),
};

/** Keeps the change, and shows it wherever the profile stands. Rejects with `RequestFailed`. */
export async function saveProfile(change: ProfileFields): Promise<void> {
  const profile = await readResponse(customersApi.user.edit.$put({ json: change }));
  storeUser(profile);
  await setCustomerData(profileQuery, () => profile);
}
