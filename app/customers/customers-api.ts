import { hc } from 'hono/client';
import { fetchAsCustomer } from './authenticated-fetch.ts';
import type { customerEndpoints } from './endpoints.server.ts';

/** The room's calls in the name of whoever is signed in; no server code comes along. */
export const customersApi = hc<typeof customerEndpoints>('/api', { fetch: fetchAsCustomer });

/** Those by which somebody signs in. They carry no token, so a refusal ends no session. */
export const signInApi = hc<typeof customerEndpoints>('/api');
