import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import { refreshCustomerData, setCustomerData } from '../customers/customer-query.ts';
import { currentSession, subscribeToSession } from '../customers/session.ts';
import { asText, stored } from '../foundation/browser/stored.ts';
import { RequestFailed, readResponse, unreachableMessage } from '../foundation/http/api-client.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { notify } from '../foundation/ui/notices.ts';
import { cartQuery } from './cart-store.ts';
import type { Cart, GuestEntry, MergedCart } from './contract.ts';
import type { cartEndpoints } from './endpoints.server.ts';
import type { GuestLine, LineKey } from './guest-cart.ts';

// The requests of the cart. Guests load this file on the cart page only, and customers with their first request.

/** Client of the cart's API. Each response is the whole cart. */
const api = hc<typeof cartEndpoints>('/api', { fetch: fetchAsCustomer }).cart;

export async function fetchCart(signal: AbortSignal): Promise<Cart> {
  const cart = await readResponse(api.get.$get({}, { init: { signal } }));
  tellOtherTabs(cart);
  return cart;
}

/** Version of the cart that a tab has received last. Writing it lets the other tabs fetch a newer cart. */
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
  // Signing out leaves nothing behind.
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

/** Length limit of a product name, for the body limit of 64 KB. The server uses names only in notices. */
const maxNameLength = 60;

/** Converts a guest's line to an entry of the API. A hundred entries fit into the body limit. */
export function toGuestEntry({ proId, quantity, size, proPrice, productName }: GuestLine): GuestEntry {
  // Remove half of a surrogate pair that the slice has cut.
  const name = productName?.slice(0, maxNameLength).replace(/\p{Cs}$/u, '');
  return { proId, quantity, size, proPrice, productName: name };
}

/** Runs changes of the cart one after the other, so that responses arrive in click order. */
export const changeInOrder = <T>(work: () => Promise<T>) => serialQueue('cart', work);

/** Queues a change for the session of this token. Resolves to undefined without a request if the session has changed. */
export function changeIfSameSession<T>(
  token: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return changeInOrder(async () =>
    token !== undefined && currentSession()?.token === token ? await work() : undefined,
  );
}

/**
 * Sends a change of the customer's cart after the earlier changes, and shows the returned cart. Resolves to false if the
 * session of this token has ended, if `send` resolves to undefined, or on failure. Calls `onError` on failure.
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
    // The server may have made the change although the response was lost. A failure of this request keeps the last cart.
    refreshCustomerData(cartQuery).catch(() => undefined);
    return false;
  }
}

/** Stores the cart of a response and shows its notice. Ignores a response to another session or to none. */
export async function storeCart(cart: Cart, token: string | undefined): Promise<void> {
  if (token === undefined || currentSession()?.token !== token) return;
  await setCustomerData(cartQuery, () => cart);
  tellOtherTabs(cart);
  if (cart.notice) notify(cart.notice);
}

/** Shows the error of a failed change, except 401, which the session handles. */
export function notifyError(error: unknown): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(error instanceof RequestFailed ? error.message : unreachableMessage);
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
