import { hc } from 'hono/client';
import { createAuthenticatedFetch } from '../foundation/browser/authenticated-fetch.ts';
import { fetchAsCustomer } from './authenticated-fetch.ts';
import type { customerEndpoints } from './endpoints.server.ts';

/** Client of the module's endpoints for the signed-in customer. Imports only types from server files. */
export const customersApi = hc<typeof customerEndpoints>('/api', { fetch: fetchAsCustomer });

/** Client of the sign-in endpoints. It sends no token, so an error response does not end a session. */
export const signInApi = hc<typeof customerEndpoints>('/api', {
  fetch: createAuthenticatedFetch({ readToken: () => undefined }),
});
