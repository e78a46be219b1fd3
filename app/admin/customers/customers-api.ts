import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminCustomer } from './contract.ts';
import type { adminCustomerEndpoints } from './endpoints.server.ts';

export const customersApi = hc<typeof adminCustomerEndpoints>('/api', { fetch: fetchAsStaff });

export function customerQuery(id: string): AdminQuery<AdminCustomer> {
  return {
    key: ['customer', id],
    fetch: (signal) =>
      readResponse(customersApi.admin.customers[':id'].$get({ param: { id } }, { init: { signal } })),
  };
}
