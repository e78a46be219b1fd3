import { hc } from 'hono/client';
import { askOwn } from './authenticated-fetch.ts';
import type { customers } from './endpoints.server.ts';

/** The room's calls in the name of whoever is signed in; no server code comes along. */
export const customerCalls = hc<typeof customers>('/api', { fetch: askOwn });

/** Those by which somebody signs in. They carry no token, so a refusal ends no session. */
export const signInCalls = hc<typeof customers>('/api');
