import { useMemo, useSyncExternalStore } from 'react';
import type { Size } from '../catalogue/contract.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { cartQuery } from './cart-query.ts';
import {
  guestCartText,
  isSameLine,
  type LineKey,
  parseGuestCart,
  subscribeToGuestCart,
} from './guest-cart.ts';
import { currentPending, subscribeToPending } from './optimistic-cart.ts';

const nothing = () => null;

/** The guest's cart as it is kept; `null` on the server, and for the first moment of a page. */
export function useGuestCartText(): string | null {
  return useSyncExternalStore(subscribeToGuestCart, guestCartText, nothing);
}

export function usePending() {
  return useSyncExternalStore(subscribeToPending, currentPending, currentPending);
}

/** Which lines are in the cart of whoever looks: the guest's own, or the signed-in shopper's at the shop. */
export function useCartKeys(): readonly LineKey[] {
  const guest = useSession() === undefined;
  const text = useGuestCartText();
  const { data } = useCustomerQuery(cartQuery);
  const pending = usePending();
  return useMemo(() => {
    if (guest) return parseGuestCart(text);
    const lines = (data?.items ?? []).filter(({ id }) => pending.quantities.get(id)?.quantity !== 0);
    const coming = pending.added.filter((key) => !lines.some((line) => isSameLine(line, key)));
    return [...lines, ...coming];
  }, [guest, text, data, pending]);
}

/** How many lines are in the cart; 0 until it is known. */
export function useCartCount(): number {
  return useCartKeys().length;
}

/** True when the variant is in the cart. A line without a variant stands for a piece that comes in one only. */
export function useIsInCart(proId: string, size: Size | undefined): boolean {
  const keys = useCartKeys();
  if (!size) return false;
  return keys.some((key) => key.proId === proId && (key.size === size.id || (!key.size && !size.label)));
}
