import { useState } from 'react';
import type { Query } from '../../foundation/browser/queries.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import type { Profile } from '../contract.ts';
import { setCustomerData, useCustomerQuery } from '../customer-query.ts';
import { customersApi } from '../customers-api.ts';
import type { ProfileFields } from '../profile-fields.ts';
import { storeUser, useSession } from '../session.ts';
import { useSignInForGuests } from '../sign-in/use-sign-in-for-guests.ts';

export type ProfileState = {
  /**
   * `waiting` means that the session or the profile is not known yet. `ended` means that the session ended while the page was
   * open.
   */
  phase: 'waiting' | 'ready' | 'failed' | 'ended';
  profile: Profile | undefined;
  /** The profile that this browser's session contains. It is shown until the response arrives. */
  stored: Profile | undefined;
  /** Reason for the failure of the request. */
  message: string | undefined;
  retry: () => void;
  /**
   * Called with true when a save begins, and with false when the save has succeeded. In between, the page keeps the typed values
   * even if the session ends.
   */
  onUnsavedChange: (unsaved: boolean) => void;
};

/** Returns the profile. Navigates guests to the sign-in page, which leads back afterwards. */
export function useProfile(): ProfileState {
  const session = useSession();
  const ended = useSignInForGuests();
  const { status, data, message, retry } = useCustomerQuery(profileQuery);
  const [lastProfile, setLastProfile] = useState<Profile>();
  const [unsaved, onUnsavedChange] = useState(false);
  if (data && data !== lastProfile) setLastProfile(data);

  const isSameCustomer = lastProfile && (!session || session.user._id === lastProfile._id);
  const profile = data ?? (unsaved && isSameCustomer ? lastProfile : undefined);
  const phase = profile ? 'ready' : ended ? 'ended' : status === 'failed' ? 'failed' : 'waiting';
  return { phase, profile, stored: session?.user, message, retry, onUnsavedChange };
}

export const profileQuery: Query<Profile> = {
  key: ['profile'],
  fetch: (signal) => readResponse(customersApi.user.profile.$get({}, { init: { signal } })),
};

/** Saves a change of the profile. Updates the session and the cached profile. Rejects with `RequestFailed`. */
export async function saveProfile(change: ProfileFields): Promise<void> {
  await showProfile(await readResponse(customersApi.user.edit.$put({ json: change })));
}

/** Replaces the profile in the session and in the cache by the profile that the server has returned. */
export async function showProfile(profile: Profile): Promise<void> {
  storeUser(profile);
  await setCustomerData(profileQuery, () => profile);
}
