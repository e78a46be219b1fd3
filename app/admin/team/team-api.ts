import { hc } from 'hono/client';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { teamEndpoints } from './endpoints.server.ts';

export const teamApi = hc<typeof teamEndpoints>('/api', { fetch: fetchAsStaff });
