import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminContent } from './contract.ts';
import type { adminContentEndpoints } from './endpoints.server.ts';

export const contentApi = hc<typeof adminContentEndpoints>('/api', { fetch: fetchAsStaff });

export const contentQuery: AdminQuery<AdminContent> = {
  key: ['content'],
  fetch: (signal) => readResponse(contentApi.admin.content.$get({}, { init: { signal } })),
};
