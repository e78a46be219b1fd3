import { hc } from 'hono/client';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { adminReviewEndpoints } from './endpoints.server.ts';

export const reviewsApi = hc<typeof adminReviewEndpoints>('/api', { fetch: fetchAsStaff });
