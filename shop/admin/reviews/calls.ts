import { hc } from 'hono/client';
import { askStaff } from '../frame/ask-staff.ts';
import type { adminReviews } from './endpoints.server.ts';

export const reviewCalls = hc<typeof adminReviews>('/api', { fetch: askStaff });
