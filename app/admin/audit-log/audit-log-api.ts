import { hc } from 'hono/client';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { adminAudit } from './endpoints.server.ts';

export const auditCalls = hc<typeof adminAudit>('/api', { fetch: askStaff });
