import { hc } from 'hono/client';
import type { staffSignInEndpoints } from './endpoints.server.ts';

/** Client of the first step of the sign-in, without a token. */
export const firstStepApi = hc<typeof staffSignInEndpoints>('/api').admin['sign-in'];

/** Client of the second step, with the token of the pending sign-in. */
export const secondStepApi = (pendingToken: string) =>
  hc<typeof staffSignInEndpoints>('/api', { headers: { authorization: `Bearer ${pendingToken}` } });
