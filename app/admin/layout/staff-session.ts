import { useSyncExternalStore } from 'react';
import { keptText } from '../../foundation/ui/stored-text.ts';

const kept = keptText('tanabana.staff');

/** The token of whoever of the staff is signed in in this browser. It has nothing to do with a shopper's. */
export function staffToken(): string | null {
  return kept.read() || null;
}

/** `null` when nobody is signed in; `undefined` for the server, and for the first moment of a page. */
export function useStaffToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(kept.subscribe, staffToken, () => undefined);
}

export const subscribeToStaffSession = kept.subscribe;

export function beginStaffSession(token: string): void {
  kept.write(token);
}

export function endStaffSession(): void {
  kept.write(null);
}
