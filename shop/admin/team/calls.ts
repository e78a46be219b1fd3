import { hc } from 'hono/client';
import { askStaff } from '../frame/ask-staff.ts';
import type { adminTeam } from './endpoints.server.ts';

export const teamCalls = hc<typeof adminTeam>('/api', { fetch: askStaff });
