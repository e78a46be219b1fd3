import { hc } from 'hono/client';
import { askOwn } from '../customers/authenticated-fetch.ts';
import { readAnswer } from '../foundation/http/api-client.ts';
import type { Hearts, Share, Wished, Wishlist } from './contract.ts';
import type { wishlist } from './endpoints.server.ts';

/** The wishlist's calls from the browser. Each rejects with `CallFailed`. */
const calls = hc<typeof wishlist>('/api', { fetch: askOwn }).wishlist;

export const fetchHearts = (signal: AbortSignal): Promise<Hearts> =>
  readAnswer(calls.hearts.$get({}, { init: { signal } }));

export const fetchWishlist = (signal: AbortSignal): Promise<Wishlist> =>
  readAnswer(calls.get.$get({}, { init: { signal } }));

export const fetchShare = (signal: AbortSignal): Promise<Share> =>
  readAnswer(calls.share.$get({}, { init: { signal } }));

/** Puts the piece on the list, or takes it off. Arrives even when the shopper leaves the page meanwhile. */
export function sendWish(proId: string, wished: boolean): Promise<Wished> {
  const piece = { param: { productId: encodeURIComponent(proId) } };
  const options = { init: { keepalive: true } };
  const call = calls[':productId'];
  return wished ? readAnswer(call.$put(piece, options)) : readAnswer(call.$delete(piece, options));
}

export const sendClear = (): Promise<Hearts> => readAnswer(calls.all.$delete());
export const sendShare = (): Promise<Share> => readAnswer(calls.share.$post());
export const sendUnshare = (): Promise<Share> => readAnswer(calls.share.$delete());
