import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/answers.ts';
import { askStaff } from '../frame/ask-staff.ts';
import type { OfficeQuery } from '../frame/office.ts';
import type { OfficeOrder } from './contract.ts';
import type { adminOrders } from './endpoints.server.ts';

export const orderCalls = hc<typeof adminOrders>('/api', { fetch: askStaff });

/** One order, as the staff see it. */
export const orderQuery = (id: string): OfficeQuery<OfficeOrder> => ({
  key: ['orders', id],
  fetch: (signal) => readAnswer(orderCalls.admin.orders[':id'].$get({ param: { id } }, { init: { signal } })),
});
