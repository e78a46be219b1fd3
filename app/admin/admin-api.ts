import { hc } from 'hono/client';
import { type ResponseLike, readResponse } from '../foundation/http/api-client.ts';
import type { admin } from './endpoints.server.ts';
import { adminFetch } from './layout/authenticated-fetch.ts';

/** Typed client of the admin's endpoints. It sends the staff member's token. */
export const adminApi = hc<typeof admin>('/api', { fetch: adminFetch }).admin;

/** Creates the query of a GET request. The first word of `key` is the subject, as in `refreshAdmin`. */
export function adminQuery<Response extends ResponseLike>(
  key: readonly string[],
  get: (options: { init: RequestInit }) => Promise<Response>,
) {
  return { key, fetch: (signal: AbortSignal) => readResponse(get({ init: { signal } })) };
}

export const orderQuery = (id: string) =>
  adminQuery(['orders', id], (options) => adminApi.orders[':id'].$get({ param: { id } }, options));

export const productQuery = (id: string) =>
  adminQuery(['products', id], (options) => adminApi.products[':id'].$get({ param: { id } }, options));

/** Query of the changes of a product. */
export const historyQuery = (id: string) =>
  adminQuery(['product-history', id], (options) =>
    adminApi.products[':id'].history.$get({ param: { id } }, options),
  );

/** Query of the labels that products have, such as colours and crafts. */
export const labelsQuery = adminQuery(['product-labels'], (options) =>
  adminApi['product-labels'].$get({}, options),
);

export const contentQuery = adminQuery(['content'], (options) => adminApi.content.$get({}, options));

export const customerQuery = (id: string) =>
  adminQuery(['customer', id], (options) => adminApi.customers[':id'].$get({ param: { id } }, options));

export const dashboardQuery = adminQuery(['dashboard'], (options) => adminApi.dashboard.$get({}, options));

/** Query of the emails, refunds and shipments that failed. */
export const failedItemsQuery = adminQuery(['dashboard', 'stuck'], (options) =>
  adminApi.dashboard.stuck.$get({}, options),
);

export const importsQuery = adminQuery(['imports'], (options) => adminApi.imports.$get({}, options));

export const messageQuery = (id: string) =>
  adminQuery(['messages', id], (options) => adminApi.messages[':id'].$get({ param: { id } }, options));
