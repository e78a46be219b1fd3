import { hc } from 'hono/client';
import type { catalogueEndpoints } from './endpoints.server.ts';

/** Client of the catalogue's endpoints. Imports only types from server files, no server code. */
export const catalogueApi = hc<typeof catalogueEndpoints>('/api');
