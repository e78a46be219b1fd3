import { useSyncExternalStore } from 'react';
import { asText, stored } from '../../foundation/browser/stored.ts';

const storedToken = stored('tanabana.staff', asText);

/** The token of whoever of the staff is signed in in this browser. It has nothing to do with a shopper's. */
export function staffToken(): string | null {
  return storedToken.read() || null;
}

/** `null` when nobody is signed in; `undefined` for the server, and for the first moment of a page. */
export function useStaffToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(storedToken.subscribe, staffToken, () => undefined);
}

export const subscribeToStaffSession = storedToken.subscribe;

export function storeStaffSession(token: string): void {
  storedToken.write(token);
}

export function clearStaffSession(): void {
  storedToken.write(null);
}
