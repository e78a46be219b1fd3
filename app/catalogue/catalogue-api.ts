import { hc } from 'hono/client';
import type { catalogueEndpoints } from './endpoints.server.ts';

/** The catalogue's calls from the browser, typed by the endpoints themselves; no server code comes along. */
export const catalogueApi = hc<typeof catalogueEndpoints>('/api');
