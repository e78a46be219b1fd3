import { useSyncExternalStore } from 'react';
import { asJson, asText, stored } from '../foundation/browser/stored.ts';
import { textAt } from '../foundation/parse-json.ts';
import type { Profile } from './contract.ts';
import { readProfileFields } from './profile-fields.ts';
import { clearPersonalData } from './tab-storage.ts';

/** The customer who is signed in with this browser, and the session's token. */
export type Session = { token: string; user: Profile };

const storedToken = stored('tanabana.token', asText);
const storedUser = stored('tanabana.user', asJson(readUser));

type Cached = { token: string | null; user: Profile | undefined; session: Session | undefined };
let cached: Cached = { token: null, user: undefined, session: undefined };

/** Returns the session. Returns the same object until the session changes. */
export function currentSession(): Session | undefined {
  const [token, user] = [storedToken.read(), storedUser.read()];
  if (token !== cached.token || user !== cached.user) {
    cached = { token, user, session: token && user ? { token, user } : undefined };
  }
  return cached.session;
}

/** Hook that returns the session. Returns undefined for guests, on the server and during hydration. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeToSession, currentSession, () => undefined);
}

/** Calls the listener when the session changes, also in another tab. Returns a function that removes the listener. */
export function subscribeToSession(listener: () => void): () => void {
  const [stopToken, stopUser] = [storedToken.subscribe(listener), storedUser.subscribe(listener)];
  return () => {
    stopToken();
    stopUser();
  };
}

export function storeSession({ token, user }: Session): void {
  // Store the user first: writing the token calls the listeners, which read both.
  storedUser.write(user);
  storedToken.write(token);
}

export function storeUser(user: Profile): void {
  if (currentSession()) storedUser.write(user);
}

/** Deletes the stored token and user. Listeners of the session delete other personal data. */
export function clearSession(): void {
  storedToken.write(null);
  storedUser.write(undefined);
}

/**
 * Ends the session after a sign-out or after the account's deletion. Also deletes the personal data that was typed in this tab.
 */
export function endSession(): void {
  clearSession();
  clearPersonalData();
}

/**
 * Validates the stored user, because any script of this origin may have written it. Replaces a missing field by an empty text.
 */
function readUser(json: unknown): Profile | undefined {
  const [_id, email] = [textAt(json, '_id'), textAt(json, 'email')];
  if (!_id || !email) return undefined;
  return { _id, email, ...readProfileFields((field) => textAt(json, field) ?? '') };
}
