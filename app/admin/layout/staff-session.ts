import { useSyncExternalStore } from 'react';
import { storedText } from '../../foundation/ui/stored-text.ts';

const stored = storedText('tanabana.staff');

/** The token of whoever of the staff is signed in in this browser. It has nothing to do with a shopper's. */
export function staffToken(): string | null {
  return stored.read() || null;
}

/** `null` when nobody is signed in; `undefined` for the server, and for the first moment of a page. */
export function useStaffToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(stored.subscribe, staffToken, () => undefined);
}

export const subscribeToStaffSession = stored.subscribe;

export function storeStaffSession(token: string): void {
  stored.write(token);
}

export function clearStaffSession(): void {
  stored.write(null);
}
