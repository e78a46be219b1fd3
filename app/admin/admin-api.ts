import { hc } from 'hono/client';
import { type ResponseLike, readResponse } from '../foundation/http/api-client.ts';
import type { admin } from './endpoints.server.ts';
import { adminFetch } from './layout/authenticated-fetch.ts';

/** Typed client of the admin API. Sends the staff member's token with each request. */
export const adminApi = hc<typeof admin>('/api', { fetch: adminFetch }).admin;

type Get<Input, Response> = (input: Input, options: { init: RequestInit }) => Promise<Response>;

/**
 * Creates a query that sends a GET request. The first word of `key` is the query's subject, such as `orders`. `refreshAdmin`
 * fetches all displayed queries of a subject again.
 */
export function adminQuery<Input, Response extends ResponseLike>(
  key: readonly string[],
  get: Get<Input, Response>,
  input: Input,
) {
  return { key, fetch: (signal: AbortSignal) => readResponse(get(input, { init: { signal } })) };
}

/** Creates the `fetch` function that `useAdminList` calls to load a list. */
export function fetchList<Query, Response extends ResponseLike>(get: Get<{ query: Query }, Response>) {
  return (query: Query, signal: AbortSignal) => readResponse(get({ query }, { init: { signal } }));
}

export const orderApi = adminApi.orders[':id'];

export const adminOrderQuery = (id: string) => adminQuery(['orders', id], orderApi.$get, { param: { id } });

export const productQuery = (id: string) =>
  adminQuery(['products', id], adminApi.products[':id'].$get, { param: { id } });

export const historyQuery = (id: string) =>
  adminQuery(['product-history', id], adminApi.products[':id'].history.$get, { param: { id } });

export const labelsQuery = adminQuery(['product-labels'], adminApi['product-labels'].$get, {});

export const contentQuery = adminQuery(['content'], adminApi.content.$get, {});

export const customerQuery = (id: string) =>
  adminQuery(['customer', id], adminApi.customers[':id'].$get, { param: { id } });

export const dashboardQuery = adminQuery(['dashboard'], adminApi.dashboard.$get, {});

export const menuCountsQuery = adminQuery(['menu-counts'], adminApi.dashboard.counts.$get, {});

export const failedItemsQuery = adminQuery(['dashboard', 'stuck'], adminApi.dashboard.stuck.$get, {});

export const importsQuery = adminQuery(['imports'], adminApi.imports.$get, {});

export const messageQuery = (id: string) =>
  adminQuery(['messages', id], adminApi.messages[':id'].$get, { param: { id } });
