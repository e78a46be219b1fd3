import { hc } from 'hono/client';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { auditLogEndpoints } from './endpoints.server.ts';

export const auditLogApi = hc<typeof auditLogEndpoints>('/api', { fetch: fetchAsStaff });
