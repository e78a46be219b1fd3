import { useSyncExternalStore } from 'react';
import { asJson, asText, stored } from '../foundation/browser/stored.ts';
import { textAt } from '../foundation/http/api-client.ts';
import type { Profile } from './contract.ts';
import { clearPersonalData } from './tab-storage.ts';

/** Who is signed in in this browser, and by which token. */
export type Session = { token: string; user: Profile };

const storedToken = stored('localStorage', 'tanabana.token', asText);
const storedUser = stored('localStorage', 'tanabana.user', asJson(readUser));

type Known = { token: string | null; user: Profile | undefined; session: Session | undefined };
let known: Known = { token: null, user: undefined, session: undefined };

/** The session as it is now; the same object until something of it changes. */
export function currentSession(): Session | undefined {
  const [token, user] = [storedToken.read(), storedUser.read()];
  if (token !== known.token || user !== known.user) {
    known = { token, user, session: token && user ? { token, user } : undefined };
  }
  return known.session;
}

/** The session, or `undefined` for a guest, for the server, and for the first moment of a page. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeToSession, currentSession, () => undefined);
}

export function subscribeToSession(listener: () => void): () => void {
  const [stopToken, stopUser] = [storedToken.subscribe(listener), storedUser.subscribe(listener)];
  return () => {
    stopToken();
    stopUser();
  };
}

export function storeSession({ token, user }: Session): void {
  // The user first: whoever listens for the token finds both.
  storedUser.write(user);
  storedToken.write(token);
}

/** After the profile was changed. */
export function storeUser(user: Profile): void {
  if (currentSession()) storedUser.write(user);
}

/** Forgets token and user; what else is private listens to the session and forgets itself. */
export function clearSession(): void {
  storedToken.write(null);
  storedUser.write(undefined);
}

/** Clears the session after a sign-out or a deletion, and the personal data that was typed in this tab. */
export function endSession(): void {
  clearSession();
  clearPersonalData();
}

const fields = [
  'firstName',
  'lastName',
  'phone',
  'address',
  'apartment',
  'city',
  'state',
  'pincode',
  'country',
] as const;

/** What stands in the storage may have been written by anybody: each field is a text, or empty. */
function readUser(read: unknown): Profile | undefined {
  const [_id, email] = [textAt(read, '_id'), textAt(read, 'email')];
  if (!_id || !email) return undefined;
  const gender = textAt(read, 'gender');
  const profile: Profile = {
    _id,
    email,
    firstName: '',
    lastName: '',
    phone: '',
    gender: gender === 'Male' || gender === 'Female' || gender === 'Other' ? gender : '',
    address: '',
    apartment: '',
    city: '',
    state: '',
    pincode: '',
    country: '',
  };
  for (const field of fields) profile[field] = textAt(read, field) ?? '';
  return profile;
}
