import { useMemo } from 'react';
import type { Size } from '../catalogue/contract.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { cartQuery } from './cart-query.ts';
import { guestCart, isSameLine, type LineKey } from './guest-cart.ts';
import { pendingChanges } from './optimistic-cart.ts';

/** Returns the keys of the lines in the guest's or the customer's cart, with pending changes applied. */
export function useCartKeys(): readonly LineKey[] {
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
