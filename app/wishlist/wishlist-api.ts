import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { wishlistEndpoints } from './endpoints.server.ts';

/** Client of the wishlist's API. Like all functions in this file, rejects with `RequestFailed` on failure. */
const api = hc<typeof wishlistEndpoints>('/api', { fetch: fetchAsCustomer }).wishlist;

export const fetchHearts = (signal: AbortSignal) => readResponse(api.hearts.$get({}, { init: { signal } }));
export const fetchWishlist = (signal: AbortSignal) => readResponse(api.get.$get({}, { init: { signal } }));
export const fetchShare = (signal: AbortSignal) => readResponse(api.share.$get({}, { init: { signal } }));

/** Adds the product to the wishlist, or removes it. The request completes even if the customer leaves the page. */
export function sendWish(proId: string, wished: boolean) {
  const product = { param: { productId: encodeURIComponent(proId) } };
  const options = { init: { keepalive: true } };
  const item = api[':productId'];
  return wished ? readResponse(item.$put(product, options)) : readResponse(item.$delete(product, options));
}

export const sendClear = () => readResponse(api.all.$delete());
export const sendShare = () => readResponse(api.share.$post());
export const sendUnshare = () => readResponse(api.share.$delete());
