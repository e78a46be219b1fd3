import { hc } from 'hono/client';
import { createAuthenticatedFetch } from '../foundation/browser/authenticated-fetch.ts';
import { fetchAsCustomer } from './authenticated-fetch.ts';
import type { customerEndpoints } from './endpoints.server.ts';

/** The module's endpoints, called as the signed-in customer. Only types of the server's code are imported. */
export const customersApi = hc<typeof customerEndpoints>('/api', { fetch: fetchAsCustomer });

/** The endpoints that sign in. They are called without a token, so an error response ends no session. */
export const signInApi = hc<typeof customerEndpoints>('/api', {
  fetch: createAuthenticatedFetch({ readToken: () => undefined }),
});
