import { hc } from 'hono/client';
import type { catalogue } from './endpoints.server.ts';

/** The catalogue's calls from the browser, typed by the endpoints themselves; no server code comes along. */
export const catalogueApi = hc<typeof catalogue>('/api');
