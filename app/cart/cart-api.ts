import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { Cart, GuestEntry, MergedCart } from './contract.ts';
import type { cartEndpoints } from './endpoints.server.ts';
import type { GuestLine } from './guest-cart.ts';

/** The cart's calls from the browser. Each answers the whole cart, or rejects with `RequestFailed`. */
const calls = hc<typeof cartEndpoints>('/api', { fetch: fetchAsCustomer }).cart;

export function fetchCart(signal: AbortSignal): Promise<Cart> {
  return readResponse(calls.get.$get({}, { init: { signal } }));
}

export function addLine(
  proId: string,
  line: { quantity: number; size?: string | undefined; before?: string | undefined },
): Promise<Cart> {
  return readResponse(calls.add[':proId'].$post({ param: { proId: encodeURIComponent(proId) }, json: line }));
}

/** The price is sent because the call has it; the shop reckons with its own. */
export function editLine(id: string, line: { quantity: number; price: number }): Promise<Cart> {
  return readResponse(calls.edit[':id'].$put({ param: { id: encodeURIComponent(id) }, json: line }));
}

export function removeLine(id: string): Promise<Cart> {
  return readResponse(calls.remove[':id'].$post({ param: { id: encodeURIComponent(id) } }));
}

export function mergeCart(key: string, lines: readonly GuestLine[]): Promise<MergedCart> {
  return readResponse(calls.merge.$post({ json: { key, items: lines.map(toGuestEntry) } }));
}

export function quoteCart(lines: readonly GuestLine[]): Promise<Cart> {
  return readResponse(calls.quote.$post({ json: { items: lines.map(toGuestEntry) } }));
}

/** So much of a name is sent: it only tells which piece is no longer in the shop. A call has room for 64 KB. */
const maxNameLength = 60;

/** A guest's line as it is sent. A hundred of them fit into a call, whatever they are called. */
export function toGuestEntry({ proId, quantity, size, proPrice, productName }: GuestLine): GuestEntry {
  // No half of a sign is left at the end.
  const name = productName?.slice(0, maxNameLength).replace(/\p{Cs}$/u, '');
  return { proId, quantity, size, proPrice, productName: name };
}
