import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { wishlistEndpoints } from './endpoints.server.ts';

/** The wishlist's endpoints, called as the signed-in customer. Each function rejects with `RequestFailed`. */
const calls = hc<typeof wishlistEndpoints>('/api', { fetch: fetchAsCustomer }).wishlist;

export const fetchHearts = (signal: AbortSignal) => readResponse(calls.hearts.$get({}, { init: { signal } }));
export const fetchWishlist = (signal: AbortSignal) => readResponse(calls.get.$get({}, { init: { signal } }));
export const fetchShare = (signal: AbortSignal) => readResponse(calls.share.$get({}, { init: { signal } }));

/** Adds the product to the wishlist, or removes it. The request completes even if the customer leaves the page. */
export function sendWish(proId: string, wished: boolean) {
  const product = { param: { productId: encodeURIComponent(proId) } };
  const options = { init: { keepalive: true } };
  const call = calls[':productId'];
  return wished ? readResponse(call.$put(product, options)) : readResponse(call.$delete(product, options));
}

export const sendClear = () => readResponse(calls.all.$delete());
export const sendShare = () => readResponse(calls.share.$post());
export const sendUnshare = () => readResponse(calls.share.$delete());
