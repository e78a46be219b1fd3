import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { QuickView } from '../cart/quick-view.tsx';
import { useCart } from '../cart/use-cart.ts';
import type { Product } from '../catalogue/contract.ts';
import { SignedOut } from '../customers/account-states.tsx';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { useSignInForGuests } from '../customers/sign-in/use-login-for-guests.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import * as urls from '../urls.ts';
import { ListMenu, SharedNote } from './list-menu.tsx';
import { ListEmpty, ListFailed, ListLoading } from './list-states.tsx';
import { withoutRemoved } from './rules.ts';
import { pendingWishes, saveWish, wishlistQuery } from './wishlist-actions.ts';
import { type CartActions, WishlistProduct } from './wishlist-product.tsx';

const nothingYet = 'No pieces saved yet. Press the heart on a piece to save it here.';

export function meta({ matches }: MetaArgs) {
  return [
    ...describePage(matches, {
      title: 'Wishlist',
      description: 'The pieces you saved.',
      path: urls.wishlist,
    }),
    { name: 'robots', content: 'noindex' },
  ];
}

/** The shopper's saved pieces. The server sends the same page to everybody; the browser fills it. */
export default function WishlistPage() {
  const { status, items, message, retry } = useWishlist();
  const cart = useCartOfList();
  const place = useRef<HTMLDivElement>(null);
  const productCount = items?.length ?? 0;
  const removed = useRemoved(items, place);
  const ended = useSignInForGuests();

  // The button that removed the last product is gone: focus the list, so that the keyboard keeps its position.
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

function WishlistProducts({ items, cart }: { items: readonly Product[]; cart: CartActions }) {
  return (
    <>
      <h2 className="sr">Pieces</h2>
      <div className="product-grid four">
        {items.map((product, index) => (
          <WishlistProduct
            key={product.proId}
            product={product}
            cart={cart}
            priority={index < 4}
            onRemove={() => void saveWish(product, false)}
          />
        ))}
      </div>
    </>
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

/** The customer's wishlist without the products that are removed but not confirmed. */
function useWishlist() {
  const token = useSession()?.token;
  const { data, ...result } = useCustomerQuery(wishlistQuery);
  const pending = pendingWishes.useValue();
  return { ...result, items: data && withoutRemoved(data.items, pending, token) };
}

/** Moves the focus to the next product after a removal. Returns the name of the product that was removed last. */
function useRemoved(items: readonly Product[] | undefined, list: RefObject<HTMLElement | null>) {
  const before = useRef(items);
  const [name, setName] = useState<string>();
  useEffect(() => {
    const at = before.current?.findIndex(({ proId }) => !items?.some((item) => item.proId === proId)) ?? -1;
    const gone = before.current?.[at];
    before.current = items;
    if (!items || !gone || pendingWishes.read().get(gone.proId)?.wished !== false) return;
    setName(gone.productName);
    // The focus is on the body if the pressed button was removed with its product.
    if (document.activeElement !== document.body) return;
    const links = list.current?.querySelectorAll<HTMLElement>('.name a');
    links?.[Math.min(at, items.length - 1)]?.focus({ preventScroll: true });
  }, [items, list]);
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
