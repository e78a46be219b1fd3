import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Size } from '../catalogue/contract.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { createStore } from '../foundation/browser/store.ts';
import { asFailure, RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { notifyError } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import type { Cart } from './contract.ts';
import { guestCart, isSameLine, type LineKey } from './guest-cart.ts';

// Every page loads this file, for the cart's badge and for the merge after sign-in. The cart page's hook is in use-cart.ts.

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
 * A change of a line's quantity that the server has not confirmed yet. A later change of the line replaces it. Changes are
 * compared by identity, so the response to a replaced change has no effect.
 */
export type PendingChange = { readonly quantity: number };

/** The customer's changes of the cart that the server has not confirmed yet. */
export type Pending = {
  /** Requested quantity of each line, by line id. 0 removes the line. */
  readonly quantities: ReadonlyMap<string, PendingChange>;
  readonly added: readonly LineKey[];
};

export const pendingChanges = createStore<Pending>({ quantities: new Map(), added: [] });

/**
 * Time in milliseconds after which a missing response to an added line counts as late. From then on, the line does not count as
 * in the cart.
 */
const lateAfterMs = 4000;
const lateLines = createStore<readonly LineKey[]>([]);

export function addPendingLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: [...pending.added, key] });
  setTimeout(() => {
    if (pendingChanges.read().added.includes(key)) lateLines.write([...lateLines.read(), key]);
  }, lateAfterMs);
}

export function settleLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: pending.added.filter((other) => other !== key) });
  lateLines.write(lateLines.read().filter((other) => other !== key));
}

/**
 * Returns the keys of the lines in the guest's or the customer's cart. Includes a line that is being added, unless the server's
 * response is late.
 */
function useCartKeys(): readonly LineKey[] {
  const guest = useSession() === undefined;
  const guestLines = guestCart.useValue();
  const { data } = useCustomerQuery(cartQuery);
  const pending = pendingChanges.useValue();
  const late = lateLines.useValue();
  return useMemo(() => {
    if (guest) return guestLines;
    const lines = (data?.items ?? []).filter(({ id }) => pending.quantities.get(id)?.quantity !== 0);
    const addedKeys = pending.added.filter(
      (key) => !late.includes(key) && !lines.some((line) => isSameLine(line, key)),
    );
    return [...lines, ...addedKeys];
  }, [guest, guestLines, data, pending, late]);
}

/** Returns the number of lines in the cart, with pending changes applied. A cart counts as empty until it is loaded. */
export function useCartCount(): number {
  return useCartKeys().length;
}

/**
 * `true` if the variant is in the cart. `'late'` if the variant is being added and the server's response is late. For a product
 * without sizes, a cart line without a variant id also counts.
 */
export type InCart = boolean | 'late';

export function useIsInCart(proId: string, size: Size | undefined): InCart {
  const keys = useCartKeys();
  const late = lateLines.useValue();
  if (!size) return false;
  const isOfVariant = (key: LineKey) =>
    key.proId === proId && (key.size === size.id || (!key.size && !size.label));
  return keys.some(isOfVariant) || (late.some(isOfVariant) && 'late');
}

const mergeFailedMessage = 'We could not move your cart to your account yet. It is safe on this device.';

/** State of the merge of the guest's cart. `idle`: no merge is in progress, and the last merge has not failed. */
export type MergeStatus = 'idle' | 'merging' | 'failed';

export const mergeStatus = createStore<MergeStatus>('idle');
let message = mergeFailedMessage;

export const mergeErrorMessage = (): string => message;

/**
 * Merges the guest's cart into the customer's cart. Does nothing while a merge is in progress. On failure, keeps the guest's
 * cart. Notifies the customer of failures other than 401.
 */
export async function mergeCartAfterSignIn(): Promise<void> {
  if (mergeStatus.read() === 'merging') return;
  mergeStatus.write('merging');
  try {
    const { mergeGuestCart } = await import('./merge-guest-cart.ts');
    await mergeGuestCart();
    mergeStatus.write('idle');
  } catch (error) {
    message = `${mergeFailedMessage} ${asFailure(error).message}`;
    mergeStatus.write('failed');
    notifyError(error, mergeFailedMessage, { label: 'Cart', to: urls.cart });
  }
}

const hasLines = () => guestCart.read().some(({ waiting }) => !waiting);

/** True if this browser stores lines of a guest's cart that must be merged, whether or not a customer is signed in. */
export function useHasLinesToMerge(): boolean {
  return useSyncExternalStore(guestCart.subscribe, hasLines, () => false);
}

/**
 * Merges the guest's cart after sign-in. If the merge fails, tries again on each page load. Rendered once for all pages. Loads
 * the merge code only if there are lines to merge.
 */
export function GuestCartMerger() {
  const token = useSession()?.token;
  const hasLinesToMerge = useHasLinesToMerge();
  useEffect(() => {
    if (token && hasLinesToMerge) void mergeCartAfterSignIn();
  }, [token, hasLinesToMerge]);
  return null;
}
