import { hc } from 'hono/client';
import { askStaff } from '../frame/ask-staff.ts';
import type { adminAudit } from './endpoints.server.ts';

export const auditCalls = hc<typeof adminAudit>('/api', { fetch: askStaff });
