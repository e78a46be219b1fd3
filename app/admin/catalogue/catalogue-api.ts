import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminProduct, ProductHistory, UsedLabels } from './contract.ts';
import type { adminProductEndpoints } from './endpoints.server.ts';

export const productsApi = hc<typeof adminProductEndpoints>('/api', { fetch: fetchAsStaff });

/** One piece, as everybody who looks at it on this browser shares it. */
export const productQuery = (id: string): AdminQuery<AdminProduct> => ({
  key: ['products', id],
  fetch: (signal) =>
    readResponse(productsApi.admin.products[':id'].$get({ param: { id } }, { init: { signal } })),
});

export const historyQuery = (id: string): AdminQuery<ProductHistory> => ({
  key: ['product-history', id],
  fetch: (signal) =>
    readResponse(productsApi.admin.products[':id'].history.$get({ param: { id } }, { init: { signal } })),
});

export const labelsQuery: AdminQuery<UsedLabels> = {
  key: ['product-labels'],
  fetch: (signal) => readResponse(productsApi.admin['product-labels'].$get({}, { init: { signal } })),
};
