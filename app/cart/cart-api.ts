import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { refreshCustomerData, setCustomerData } from '../customers/customer-query.ts';
import { currentSession, subscribeToSession } from '../customers/session.ts';
import { asText, stored } from '../foundation/browser/stored.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { notify, notifyError } from '../foundation/ui/notices.ts';
import { cartQuery } from './cart-store.ts';
import type { Cart, GuestEntry, MergedCart } from './contract.ts';
import type { cartEndpoints } from './endpoints.server.ts';
import type { GuestLine, LineKey } from './guest-cart.ts';

// Requests to the cart's API. Guests load this file on the cart page only. Customers load it with their first cart request.

/** Client of the cart's API. Each response contains the whole cart. */
const api = hc<typeof cartEndpoints>('/api', { fetch: fetchAsCustomer }).cart;

export async function fetchCart(signal: AbortSignal): Promise<Cart> {
  const cart = await readResponse(api.get.$get({}, { init: { signal } }));
  tellOtherTabs(cart);
  return cart;
}

/** Cart version in the latest response to any tab. If another tab stores a higher version, this tab fetches the cart again. */
const storedVersion = stored('tanabana.cartVersion', asText);
let version = 0;
let isListening = false;

function tellOtherTabs(cart: Cart) {
  version = cart.version;
  storedVersion.write(String(version));
  if (isListening) return;
  isListening = true;
  storedVersion.subscribe(() => {
    if (Number(storedVersion.read()) > version) refreshCustomerData(cartQuery).catch(() => undefined);
  });
  // Delete the stored version when the customer signs out.
  subscribeToSession(() => {
    if (!currentSession()) storedVersion.write(null);
  });
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
 * Maximum length of a product name in a request with a guest's cart, so that a full cart fits into the body limit of 64 KB. The
 * server uses the names only in notices.
 */
const maxNameLength = 60;

/** Converts a guest's line to an entry of an API request. Truncates the product name. */
export function toGuestEntry({ proId, quantity, size, proPrice, productName }: GuestLine): GuestEntry {
  // Remove half of a surrogate pair if the slice has split the pair.
  const name = productName?.slice(0, maxNameLength).replace(/\p{Cs}$/u, '');
  return { proId, quantity, size, proPrice, productName: name };
}

/** Runs changes of the cart one after the other, so that responses arrive in click order. */
export const changeInOrder = <T>(work: () => Promise<T>) => serialQueue('cart', work);

/**
 * Queues a change for the session of this token. If this session has ended before the change is sent, sends nothing and resolves
 * to undefined.
 */
export function changeIfSameSession<T>(
  token: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return changeInOrder(async () =>
    token !== undefined && currentSession()?.token === token ? await work() : undefined,
  );
}

/**
 * Sends a change of the customer's cart after the earlier changes, and shows the returned cart. Calls `onError` on failure.
 * Resolves to false on failure, if the session of this token has ended, or if `send` resolves to undefined.
 */
export async function changeCart(
  token: string | undefined,
  send: () => Promise<Cart | undefined>,
  onError = notifyError,
): Promise<boolean> {
  try {
    const cart = await changeIfSameSession(token, async () => {
      const changed = await send();
      if (changed) await storeCart(changed, token);
      return changed;
    });
    return cart !== undefined;
  } catch (error) {
    onError(error);
    // Fetch the cart, because the server may have made the change although the response was lost. If the fetch fails, the page
    // keeps the last cart.
    refreshCustomerData(cartQuery).catch(() => undefined);
    return false;
  }
}

/** Stores the cart of a response and shows its notice. Ignores the response if the session has changed or ended. */
export async function storeCart(cart: Cart, token: string | undefined): Promise<void> {
  if (token === undefined || currentSession()?.token !== token) return;
  await setCustomerData(cartQuery, () => cart);
  tellOtherTabs(cart);
  if (cart.notice) notify(cart.notice);
}

/** Adds units of a variant with {@link changeCart}. Inserts a new line in front of the line with the id `before`. */
export function addLine(
  token: string | undefined,
  { proId, size }: LineKey,
  quantity: number,
  before?: string,
): Promise<boolean> {
  const json = { quantity, size: size ?? undefined, before };
  return changeCart(token, () =>
    readResponse(api.add[':proId'].$post({ param: { proId: encodeURIComponent(proId) }, json })),
  );
}
