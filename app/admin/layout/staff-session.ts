import { useSyncExternalStore } from 'react';
import { storedText } from '../../foundation/ui/stored-text.ts';

const kept = storedText('tanabana.staff');

/** The token of whoever of the staff is signed in in this browser. It has nothing to do with a shopper's. */
export function staffToken(): string | null {
  return kept.read() || null;
}

/** `null` when nobody is signed in; `undefined` for the server, and for the first moment of a page. */
export function useStaffToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(kept.subscribe, staffToken, () => undefined);
}

export const subscribeToStaffSession = kept.subscribe;

export function storeStaffSession(token: string): void {
  kept.write(token);
}

export function clearStaffSession(): void {
  kept.write(null);
}
