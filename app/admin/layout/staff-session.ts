import { useSyncExternalStore } from 'react';
import { asText, stored } from '../../foundation/browser/stored.ts';

/** The session token of the staff member who is signed in in this browser. */
export const staffToken = stored('tanabana.staff', { ...asText, parse: (text) => text || null });

/** Returns null if no staff member is signed in. Returns undefined on the server and during hydration. */
export function useStaffToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    staffToken.subscribe,
    staffToken.read,
    () => undefined,
  );
}
