import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { Dashboard, FailedItems } from './contract.ts';
import type { dashboardEndpoints } from './endpoints.server.ts';

export const dashboardApi = hc<typeof dashboardEndpoints>('/api', { fetch: fetchAsStaff });

export const dashboardQuery: AdminQuery<Dashboard> = {
  key: ['dashboard'],
  fetch: (signal) => readResponse(dashboardApi.admin.dashboard.$get({}, { init: { signal } })),
};

export const failedItemsQuery: AdminQuery<FailedItems> = {
  key: ['dashboard', 'stuck'],
  fetch: (signal) => readResponse(dashboardApi.admin.dashboard.stuck.$get({}, { init: { signal } })),
};
