import { hc } from 'hono/client';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { reviewEndpoints } from './endpoints.server.ts';

export const reviewsApi = hc<typeof reviewEndpoints>('/api', { fetch: fetchAsStaff });
