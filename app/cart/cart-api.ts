import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { Cart, GuestEntry, MergedCart } from './contract.ts';
import type { cartEndpoints } from './endpoints.server.ts';
import type { GuestLine } from './guest-cart.ts';

/** Client of the cart's API. Each request resolves to the whole cart or rejects with `RequestFailed`. */
const api = hc<typeof cartEndpoints>('/api', { fetch: fetchAsCustomer }).cart;

export function fetchCart(signal: AbortSignal): Promise<Cart> {
  return readResponse(api.get.$get({}, { init: { signal } }));
}

export function addLine(
  proId: string,
  line: { quantity: number; size?: string | undefined; before?: string | undefined },
): Promise<Cart> {
  return readResponse(api.add[':proId'].$post({ param: { proId: encodeURIComponent(proId) }, json: line }));
}

/** Sets a line's quantity. The specification requires a price in the request; the server ignores the price. */
export function editLine(id: string, line: { quantity: number; price: number }): Promise<Cart> {
  return readResponse(api.edit[':id'].$put({ param: { id: encodeURIComponent(id) }, json: line }));
}

export function removeLine(id: string): Promise<Cart> {
  return readResponse(api.remove[':id'].$post({ param: { id: encodeURIComponent(id) } }));
}

export function mergeCart(key: string, lines: readonly GuestLine[]): Promise<MergedCart> {
  return readResponse(api.merge.$post({ json: { key, items: lines.map(toGuestEntry) } }));
}

export function quoteCart(lines: readonly GuestLine[]): Promise<Cart> {
  return readResponse(api.quote.$post({ json: { items: lines.map(toGuestEntry) } }));
}

/**
 * Maximum length of a product name in a request, to stay below the body limit of 64 KB. The server uses names only in
 * notices.
 */
const maxNameLength = 60;

/** Converts a guest's line to an entry of the API. A hundred entries fit into the body limit. */
export function toGuestEntry({ proId, quantity, size, proPrice, productName }: GuestLine): GuestEntry {
  // Remove half of a surrogate pair that the slice has cut.
  const name = productName?.slice(0, maxNameLength).replace(/\p{Cs}$/u, '');
  return { proId, quantity, size, proPrice, productName: name };
}
