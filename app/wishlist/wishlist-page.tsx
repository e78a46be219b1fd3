import { useEffect, useRef, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { QuickView } from '../cart/quick-view.tsx';
import { useCart } from '../cart/use-cart.ts';
import type { Product } from '../catalogue/contract.ts';
import { SignedOut } from '../customers/account-states.tsx';
import { useSignInForGuests } from '../customers/sign-in/use-login-for-guests.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { ListMenu } from './list-menu.tsx';
import { ListEmpty, ListFailed, ListLoading } from './list-states.tsx';
import { pendingWishes } from './pending-wishes.ts';
import { SharedNote } from './shared-note.tsx';
import { useWishlist } from './use-wishes.ts';
import type { CartActions } from './wishlist-product.tsx';
import { WishlistProducts } from './wishlist-products.tsx';

const nothingYet = 'No pieces saved yet. Press the heart on a piece to save it here.';

export function meta({ matches }: MetaArgs) {
  return [
    ...describePage(matches, { title: 'Wishlist', description: 'The pieces you saved.', path: '/wishlist' }),
    { name: 'robots', content: 'noindex' },
  ];
}

/** The shopper's saved pieces. The server sends the same page to everybody; the browser fills it. */
export default function WishlistPage() {
  const { status, items, message, retry } = useWishlist();
  const cart = useCartOfList();
  const place = useRef<HTMLDivElement>(null);
  const productCount = items?.length ?? 0;
  const removed = useRemoved(items);
  const ended = useSignInForGuests();

  // With the last piece the button that took it off is gone: whoever pressed it goes on here.
  useEffect(() => {
    if (status === 'ready' && productCount === 0 && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [status, productCount]);

  return (
    <Selvedge {...cloths.rosette}>
      <div className="page min-h-dvh pt-5 pb-7">
        <SectionHeading
          isShort
          level={1}
          hindiWord="चाह"
          title="Wishlist"
          end={productCount > 0 ? <ListMenu productCount={productCount} /> : <NoMenu />}
        />
        <div ref={place} tabIndex={-1} className="outline-none">
          {ended ? (
            <SignedOut what="your wishlist" />
          ) : status === 'failed' ? (
            <ListFailed text={message} retry={retry} />
          ) : items === undefined ? (
            <ListLoading />
          ) : (
            <>
              <p className="sr" role="status">
                {removed && `Removed: ${removed}`}
              </p>
              <SharedNote />
              {productCount === 0 ? (
                <ListEmpty text={nothingYet} />
              ) : (
                <WishlistProducts items={items} cart={cart} />
              )}
            </>
          )}
        </div>
      </div>
      <QuickView />
    </Selvedge>
  );
}

/** Keeps the menu's height, so that nothing moves when it comes or goes. */
function NoMenu() {
  return (
    <span className="list-menu invisible" aria-hidden="true">
      <span className="link tap">&nbsp;</span>
    </span>
  );
}

/** The name of the piece that the shopper has taken off last. */
function useRemoved(items: readonly Product[] | undefined): string | undefined {
  const before = useRef(items);
  const [name, setName] = useState<string>();
  useEffect(() => {
    const gone = before.current?.find(({ proId }) => !items?.some((item) => item.proId === proId));
    before.current = items;
    if (items && gone && pendingWishes.read().get(gone.proId)?.wished === false) setName(gone.productName);
  }, [items]);
  return name;
}

function useCartOfList(): CartActions {
  const { cart, add, remove } = useCart();
  const linesOf = (id: string) => cart?.items.filter(({ proId }) => proId === id) ?? [];
  return {
    holds: (proId) => linesOf(proId).length > 0,
    async add(product) {
      const [only] = product.sizes;
      if (only) await add(product, only.id, 1);
    },
    remove: (proId) => {
      for (const line of linesOf(proId)) remove(line);
    },
  };
}
