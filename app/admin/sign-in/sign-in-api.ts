import { hc } from 'hono/client';
import type { staffSignInEndpoints } from './endpoints.server.ts';

/** API client for the first step of the sign-in. Sends no token. */
export const firstStepApi = hc<typeof staffSignInEndpoints>('/api').admin['sign-in'];

/** API client for the second step of the sign-in. Sends the token of the pending sign-in. */
export const secondStepApi = (pendingToken: string) =>
  hc<typeof staffSignInEndpoints>('/api', { headers: { authorization: `Bearer ${pendingToken}` } });
