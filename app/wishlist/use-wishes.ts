import { useSyncExternalStore } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { type CustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { pendingWishes } from './pending-wishes.ts';
import { heartsQuery, wishlistQuery } from './queries.ts';
import { isWished, pendingWishedState, withoutRemoved } from './rules.ts';
import { saveWish, type WishlistProduct } from './save-wish.ts';

/** One heart of the shopper's: whether it is full, and how to turn it. */
export function useWish(product: WishlistProduct): { wished: boolean; toggle: () => void } {
  const token = useSession()?.token;
  const known = useCustomerQuery(heartsQuery).data?.proIds;
  const requested = useSyncExternalStore(
    pendingWishes.subscribe,
    () => pendingWishedState(pendingWishes.read(), product.proId, token),
    () => undefined,
  );
  const wished = isWished(product.proId, requested, known);
  return { wished, toggle: () => saveWish(product, !wished) };
}

/** The shopper's wishlist; what they have just taken off is gone from it at once. */
export function useWishlist(): Omit<CustomerData<unknown>, 'data'> & { items: Product[] | undefined } {
  const token = useSession()?.token;
  const { data, ...own } = useCustomerQuery(wishlistQuery);
  const requested = pendingWishes.useValue();
  return { ...own, items: data && withoutRemoved(data.items, requested, token) };
}
