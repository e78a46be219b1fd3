import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { OfficeOrder } from './contract.ts';
import type { adminOrders } from './endpoints.server.ts';

export const orderCalls = hc<typeof adminOrders>('/api', { fetch: askStaff });

/** One order, as the staff see it. */
export const orderQuery = (id: string): OfficeQuery<OfficeOrder> => ({
  key: ['orders', id],
  fetch: (signal) => readAnswer(orderCalls.admin.orders[':id'].$get({ param: { id } }, { init: { signal } })),
});
