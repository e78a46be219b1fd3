import { hc } from 'hono/client';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { staffSignInEndpoints } from './endpoints.server.ts';

/** What somebody of the staff has of their own, in their name. */
export const signInApi = hc<typeof staffSignInEndpoints>('/api', { fetch: fetchAsStaff });

/** Those of the first step, which carry no token. */
export const firstStepApi = hc<typeof staffSignInEndpoints>('/api');

/** Those of the second step, in the name of whoever stands at the door. */
export const secondStepApi = (pendingToken: string) =>
  hc<typeof staffSignInEndpoints>('/api', { headers: { authorization: `Bearer ${pendingToken}` } });
