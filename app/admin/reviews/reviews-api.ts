import { hc } from 'hono/client';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { adminReviews } from './endpoints.server.ts';

export const reviewCalls = hc<typeof adminReviews>('/api', { fetch: askStaff });
