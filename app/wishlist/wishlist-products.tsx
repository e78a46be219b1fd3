import { useEffect, useRef } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { pendingWishes } from './pending-wishes.ts';
import { saveWish } from './save-wish.ts';
import { type CartActions, WishlistProduct } from './wishlist-product.tsx';

/** The pieces of the shopper's own list. */
export function WishlistProducts({ items, cart }: { items: readonly Product[]; cart: CartActions }) {
  const grid = useRef<HTMLDivElement>(null);
  const before = useRef(items);

  // The button that was pressed is gone with its piece: the keyboard goes on at the piece that took its place.
  useEffect(() => {
    const at = before.current.findIndex(({ proId }) => !items.some((item) => item.proId === proId));
    const gone = before.current[at];
    before.current = items;
    const takenOffHere = gone !== undefined && pendingWishes.read().get(gone.proId)?.wished === false;
    if (!takenOffHere || document.activeElement !== document.body) return;
    const product = grid.current?.children[Math.min(at, items.length - 1)];
    product?.querySelector<HTMLElement>('.name a')?.focus({ preventScroll: true });
  }, [items]);

  return (
    <>
      <h2 className="sr">Pieces</h2>
      <div className="product-grid four" ref={grid}>
        {items.map((product, index) => (
          <WishlistProduct
            key={product.proId}
            product={product}
            cart={cart}
            priority={index < 4}
            onRemove={() => saveWish(product, false)}
          />
        ))}
      </div>
    </>
  );
}
