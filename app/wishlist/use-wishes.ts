import { useSyncExternalStore } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { type Own, useOwn } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { heartsQuery, wishlistQuery } from './queries.ts';
import { askedWishes, subscribeToAsked } from './requested-products.ts';
import { askedFor, isWished, withoutUnwished } from './rules.ts';
import { saveWish, type WishedPiece } from './save-wish.ts';

/** One heart of the shopper's: whether it is full, and how to turn it. */
export function useWish(piece: WishedPiece): { wished: boolean; toggle: () => void } {
  const token = useSession()?.token;
  const known = useOwn(heartsQuery).data?.proIds;
  const asked = useSyncExternalStore(
    subscribeToAsked,
    () => askedFor(askedWishes(), piece.proId, token),
    () => undefined,
  );
  const wished = isWished(piece.proId, asked, known);
  return { wished, toggle: () => saveWish(piece, !wished) };
}

/** The shopper's wishlist; what they have just taken off is gone from it at once. */
export function useWishlist(): Omit<Own<unknown>, 'data'> & { items: Product[] | undefined } {
  const token = useSession()?.token;
  const { data, ...own } = useOwn(wishlistQuery);
  const asked = useSyncExternalStore(subscribeToAsked, askedWishes, askedWishes);
  return { ...own, items: data && withoutUnwished(data.items, asked, token) };
}
