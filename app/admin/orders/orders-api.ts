import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminOrder } from './contract.ts';
import type { adminOrderEndpoints } from './endpoints.server.ts';

export const ordersApi = hc<typeof adminOrderEndpoints>('/api', { fetch: fetchAsStaff });

/** One order, as the staff see it. */
export const orderQuery = (id: string): AdminQuery<AdminOrder> => ({
  key: ['orders', id],
  fetch: (signal) =>
    readResponse(ordersApi.admin.orders[':id'].$get({ param: { id } }, { init: { signal } })),
});
