import { useMemo } from 'react';
import type { Size } from '../catalogue/contract.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { createStore } from '../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { Cart } from './contract.ts';
import { guestCart, isSameLine, type LineKey } from './guest-cart.ts';

// Every page loads this file for the badge of the cart. The cart page's hook is in use-cart.ts.

/** Query of the customer's cart. Loads the API client with the first request, because guests never send this request. */
export const cartQuery: Query<Cart> = {
  key: ['cart'],
  fetch: async (signal) => {
    const { fetchCart } = await import('./cart-api.ts').catch(() => {
      throw new RequestFailed(unreachableMessage);
    });
    return fetchCart(signal);
  },
};

/**
 * A change of a line's quantity that the server has not confirmed yet. A later change of the line replaces this change.
 * Changes are compared by identity, so settling a replaced change has no effect.
 */
export type PendingChange = { readonly quantity: number };

/** The customer's unconfirmed changes, applied to the last cart from the server. */
export type Pending = {
  /** Requested quantity by line id; 0 removes the line. */
  readonly quantities: ReadonlyMap<string, PendingChange>;
  readonly added: readonly LineKey[];
};

export const pendingChanges = createStore<Pending>({ quantities: new Map(), added: [] });

export function addPendingLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: [...pending.added, key] });
}

export function settleLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: pending.added.filter((one) => one !== key) });
}

/** Returns the keys of the lines in the guest's or the customer's cart, with pending changes applied. */
function useCartKeys(): readonly LineKey[] {
  const guest = useSession() === undefined;
  const guestLines = guestCart.useValue();
  const { data } = useCustomerQuery(cartQuery);
  const pending = pendingChanges.useValue();
  return useMemo(() => {
    if (guest) return guestLines;
    const lines = (data?.items ?? []).filter(({ id }) => pending.quantities.get(id)?.quantity !== 0);
    const addedKeys = pending.added.filter((key) => !lines.some((line) => isSameLine(line, key)));
    return [...lines, ...addedKeys];
  }, [guest, guestLines, data, pending]);
}

/** Returns the number of lines in the cart, with pending changes applied. A cart counts as empty until it is loaded. */
export function useCartCount(): number {
  return useCartKeys().length;
}

/** True if the variant is in the cart. A line without a variant matches a product without sizes. */
export function useIsInCart(proId: string, size: Size | undefined): boolean {
  const keys = useCartKeys();
  if (!size) return false;
  return keys.some((key) => key.proId === proId && (key.size === size.id || (!key.size && !size.label)));
}
