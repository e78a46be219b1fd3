import { hc } from 'hono/client';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { adminTeam } from './endpoints.server.ts';

export const teamCalls = hc<typeof adminTeam>('/api', { fetch: askStaff });
