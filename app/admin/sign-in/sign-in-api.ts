import { hc } from 'hono/client';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { adminDoor } from './endpoints.server.ts';

/** What somebody of the staff has of their own, in their name. */
export const doorCalls = hc<typeof adminDoor>('/api', { fetch: askStaff });

/** Those of the first step, which carry no token. */
export const enterCalls = hc<typeof adminDoor>('/api');

/** Those of the second step, in the name of whoever stands at the door. */
export const atDoorCalls = (doorToken: string) =>
  hc<typeof adminDoor>('/api', { headers: { authorization: `Bearer ${doorToken}` } });
