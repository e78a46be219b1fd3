import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminProduct, ProductHistory, UsedLabels } from './contract.ts';
import type { adminProductEndpoints } from './endpoints.server.ts';

export const productsApi = hc<typeof adminProductEndpoints>('/api', { fetch: fetchAsStaff });

/** One piece, as everybody who looks at it on this browser shares it. */
export const productQuery = (id: string): AdminQuery<AdminProduct> => ({
  key: ['pieces', id],
  fetch: (signal) =>
    readResponse(productsApi.admin.pieces[':id'].$get({ param: { id } }, { init: { signal } })),
});

export const historyQuery = (id: string): AdminQuery<ProductHistory> => ({
  key: ['piece-history', id],
  fetch: (signal) =>
    readResponse(productsApi.admin.pieces[':id'].history.$get({ param: { id } }, { init: { signal } })),
});

export const labelsQuery: AdminQuery<UsedLabels> = {
  key: ['piece-words'],
  fetch: (signal) => readResponse(productsApi.admin['piece-words'].$get({}, { init: { signal } })),
};
