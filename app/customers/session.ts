import { useSyncExternalStore } from 'react';
import { textAt } from '../foundation/http/api-client.ts';
import { storedText } from '../foundation/ui/stored-text.ts';
import type { Profile } from './contract.ts';
import { clearPersonalData } from './tab-storage.ts';

/** Who is signed in in this browser, and by which token. */
export type Session = { token: string; user: Profile };

const storedToken = storedText('tanabana.token');
const storedUser = storedText('tanabana.user');

type Known = { token: string | null; user: string | null; session: Session | undefined };
let known: Known = { token: null, user: null, session: undefined };

/** The session as it is now; the same object until something of it changes. */
export function currentSession(): Session | undefined {
  const [token, user] = [storedToken.read(), storedUser.read()];
  if (token !== known.token || user !== known.user) {
    const profile = user === null ? undefined : readUser(user);
    known = { token, user, session: token && profile ? { token, user: profile } : undefined };
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
  storedUser.write(JSON.stringify(user));
  storedToken.write(token);
}

/** After the profile was changed. */
export function storeUser(user: Profile): void {
  if (currentSession()) storedUser.write(JSON.stringify(user));
}

/** Forgets token and user; what else is private listens to the session and forgets itself. */
export function clearSession(): void {
  storedToken.write(null);
  storedUser.write(null);
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
function readUser(text: string): Profile | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
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
