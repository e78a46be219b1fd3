import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { addToCart } from '../cart/cart-actions.ts';
import { QuickView } from '../cart/quick-view.tsx';
import { type CartView, useCart } from '../cart/use-cart.ts';
import type { Product } from '../catalogue/contract.ts';
import { isSoldOut } from '../catalogue/rules.ts';
import { SignedOut } from '../customers/account-states.tsx';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { useSignInForGuests } from '../customers/sign-in/use-sign-in-for-guests.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Link } from '../foundation/ui/link.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import * as urls from '../urls.ts';
import { ListMenu, SharedNote } from './list-menu.tsx';
import { ListEmpty, ListFailed, ListLoading } from './list-states.tsx';
import { withoutRemoved } from './rules.ts';
import { pendingWishes, saveWish, wishlistQuery } from './wishlist-actions.ts';
import { WishlistGrid } from './wishlist-grid.tsx';

const nothingYet = 'No pieces saved yet. Press the heart on a piece to save it here.';

export function meta({ matches }: MetaArgs) {
  const description = 'The pieces you saved.';
  return describePage(matches, { title: 'Wishlist', description, path: urls.wishlist, isIndexed: false });
}

/** Page with the customer's wishlist. The server renders the same page for all customers, and the browser loads the products. */
export default function WishlistPage() {
  const { status, items, message, retry } = useWishlist();
  const cart = useCart();
  const list = useRef<HTMLDivElement>(null);
  const productCount = items?.length ?? 0;
  const removed = useRemoved(items, list);
  const isSignedOut = useSignInForGuests();

  // The button that removed the last product is gone, so focus the list to keep the keyboard's position.
  useEffect(() => {
    if (status === 'ready' && productCount === 0 && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [status, productCount]);

  return (
    <TitledPage
      cloth="rosette"
      className="min-h-dvh pt-5 pb-7"
      hindiWord="चाह"
      title="Wishlist"
      end={productCount > 0 ? <ListMenu productCount={productCount} /> : <NoMenu />}
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        {isSignedOut ? (
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
      <QuickView />
    </TitledPage>
  );
}

function WishlistProducts({ items, cart }: { items: readonly Product[]; cart: CartView }) {
  return (
    <WishlistGrid products={items}>
      {(product) => (
        <>
          <CartButton product={product} cart={cart} />
          <button
            className="link tap"
            type="button"
            aria-label={`Remove ${product.productName} from your wishlist`}
            onClick={() => void saveWish(product, false)}
          >
            Remove
          </button>
        </>
      )}
    </WishlistGrid>
  );
}

/**
 * Button that adds the product to the cart, or removes all its sizes from the cart if it is there. For a product with sizes that
 * is not in the cart, a link to the product's page.
 */
function CartButton({ product, cart }: { product: Product; cart: CartView }) {
  const { isPending, attempt } = useSubmit();
  const { proId, productName, sizes, url } = product;
  const lines = cart.cart?.items.filter((line) => line.proId === proId) ?? [];
  const isInCart = lines.length > 0;

  if (!isInCart && isSoldOut(product)) {
    return (
      <button className="btn small" type="button" disabled>
        {product.beingBought ? 'Being bought right now' : 'Out of stock'}
      </button>
    );
  }
  if (!isInCart && sizes.some(({ label }) => label !== null)) {
    return (
      <Link className="btn small" to={url} aria-label={`Choose a size of ${productName}`}>
        Choose a size
      </Link>
    );
  }

  function change() {
    const [only] = sizes;
    if (isInCart) for (const line of lines) cart.remove(line);
    else if (only) void attempt(() => addToCart(product, only.id, 1));
  }
  const text = isInCart ? 'Remove from cart' : 'Add to Cart';
  return (
    <button
      className={isInCart ? 'btn quiet small' : 'btn small'}
      type="button"
      aria-label={`${text}: ${productName}`}
      aria-busy={isPending}
      onClick={change}
    >
      {text}
    </button>
  );
}

/** Placeholder with the menu's height, so that the layout does not shift when the menu appears. */
function NoMenu() {
  return (
    <span className="list-menu invisible" aria-hidden="true">
      <span className="link tap">&nbsp;</span>
    </span>
  );
}

/** The customer's wishlist without the products whose removal the server has not confirmed yet. */
function useWishlist() {
  const token = useSession()?.token;
  const { data, ...result } = useCustomerQuery(wishlistQuery);
  const pending = pendingWishes.useValue();
  return { ...result, items: data && withoutRemoved(data.items, pending, token) };
}

/** Hook that moves the focus to the next product after a removal. Returns the name of the last removed product. */
function useRemoved(items: readonly Product[] | undefined, list: RefObject<HTMLElement | null>) {
  const before = useRef(items);
  const [name, setName] = useState<string>();
  useEffect(() => {
    const index =
      before.current?.findIndex(({ proId }) => !items?.some((item) => item.proId === proId)) ?? -1;
    const product = before.current?.[index];
    before.current = items;
    if (!items || !product || pendingWishes.read().get(product.proId)?.wished !== false) return;
    setName(product.productName);
    // Move the focus only if the pressed button was removed with its product: then the focus is on the body.
    if (document.activeElement !== document.body) return;
    const links = list.current?.querySelectorAll<HTMLElement>('.name a');
    links?.[Math.min(index, items.length - 1)]?.focus({ preventScroll: true });
  }, [items, list]);
  return name;
}
