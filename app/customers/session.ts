import { useSyncExternalStore } from 'react';
import { asJson, asText, stored } from '../foundation/browser/stored.ts';
import { textAt } from '../foundation/http/api-client.ts';
import type { Profile } from './contract.ts';
import { clearPersonalData } from './tab-storage.ts';

/** Who is signed in in this browser, and by which token. */
export type Session = { token: string; user: Profile };

const storedToken = stored('tanabana.token', asText);
const storedUser = stored('tanabana.user', asJson(readUser));

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

/** Any script of this origin may have written the stored user. A field that is missing or no text is empty. */
function readUser(json: unknown): Profile | undefined {
  const text = (field: keyof Profile) => textAt(json, field) ?? '';
  const [_id, email, gender] = [text('_id'), text('email'), text('gender')];
  if (!_id || !email) return undefined;
  return {
    _id,
    email,
    gender: gender === 'Male' || gender === 'Female' || gender === 'Other' ? gender : '',
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    address: text('address'),
    apartment: text('apartment'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    country: text('country'),
  };
}
