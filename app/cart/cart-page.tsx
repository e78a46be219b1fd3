import { useEffect, useRef, useState } from 'react';
import { type MetaArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { findProduct, listLatest } from '../catalogue/catalogue.server.ts';
import type { Product } from '../catalogue/contract.ts';
import { type ProductCardData, trimProductCardData } from '../catalogue/listing/listing-products.tsx';
import { isNamed } from '../catalogue/product/size-picker.tsx';
import { ProductCard } from '../catalogue/product-card/product-card.tsx';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { abroadText } from '../content/abroad-text.ts';
import { googleScript } from '../customers/sign-in/google-issuer.server.ts';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { formatCount } from '../foundation/ui/format-count.ts';
import { Link } from '../foundation/ui/link.tsx';
import { notify } from '../foundation/ui/notices.ts';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import * as urls from '../urls.ts';
import { addToCart } from './cart-actions.ts';
import { CartLines } from './cart-lines.tsx';
import { CartFailed, CartSkeleton, LinesWithoutSize, Removed, WithoutScript } from './cart-states.tsx';
import { mergeErrorMessage } from './cart-store.ts';
import type { Cart, CartLine } from './contract.ts';
import { LoginRequired, useLoginRequired } from './login-required.tsx';
import { QuickView } from './quick-view.tsx';
import { Receipt } from './receipt.tsx';
import { deletedMessage, isBuyable, sizeMessage } from './rules.ts';
import { type CartView, useCart } from './use-cart.ts';

/** The response contains no customer data, so it can be cached. The browser loads the cart. */
export const loader = page(async ({ shop, url }) => {
  const [latest, requested] = await Promise.all([
    listLatest(shop, 4),
    findProduct(shop, url.searchParams.get('piece')),
  ]);
  return {
    latest: latest.map(trimProductCardData),
    requested,
    googleScript: googleScript(shop.config),
    abroad: abroadText(),
  };
});

/**
 * Returns false, so that the page's data is never reloaded. The query changes only when {@link useRequestedProduct} removes it,
 * which needs no new data.
 */
export function shouldRevalidate() {
  return false;
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'The pieces you would like to buy.';
  return describePage(matches, { title: 'Cart', description, path: urls.cart, isIndexed: false });
}

type RemovedLine = { line: CartLine; undo: () => void };

export default function CartPage() {
  const { latest, requested, googleScript, abroad } = useLoaderData<typeof loader>();
  const shipping = useLayoutData()?.settings.shipping;
  const view = useCart();
  const { removal, restored, remove, undo, forget } = useRemoval(view);
  const loginRequired = useLoginRequired();
  useRequestedProduct(requested);
  const { cart, status } = view;
  const isEmpty = cart?.items.length === 0;
  return (
    <TitledPage
      cloth="ikat"
      // Keep the footer below the first screen, to avoid layout shifts.
      className="min-h-dvh pt-5 pb-7"
      // The short word in both states keeps the heading on one line on a phone, so that it does not move.
      hindiWord="झोला"
      title={isEmpty ? 'Your cart is empty' : 'Cart'}
      end={cart && !isEmpty && <span className="soft num">{formatCount(countUnits(cart), 'piece')}</span>}
    >
      <WithoutScript product={requested?.proId}>
        The cart needs JavaScript, which is off in this browser. You can also order by message: tell us which
        piece you like, and we will reply.
      </WithoutScript>
      <Notices view={view} removal={removal} onUndo={undo} />
      {status === 'waiting' && !cart && <CartSkeleton />}
      {isEmpty && <EmptyCart latest={latest} />}
      {cart && !isEmpty && (
        <div className="split">
          <h2 className="sr">Pieces</h2>
          <CartLines
            lines={cart.items}
            restored={restored}
            onQuantity={(line, quantity) => {
              forget();
              view.setQuantity(line, quantity);
            }}
            onRemove={remove}
          />
          <Receipt {...{ cart, shipping, abroad }} isGuest={view.isGuest} onSignIn={loginRequired.open} />
        </div>
      )}
      {isEmpty && <QuickView />}
      {loginRequired.isOpen && !(view.isGuest && isEmpty) && (
        <LoginRequired googleScript={googleScript} onClose={loginRequired.close} />
      )}
    </TitledPage>
  );
}

/**
 * Hook that removes lines. The last removal can be undone until `forget` is called. `restored` is the line brought back by Undo.
 */
function useRemoval(view: CartView) {
  const [removal, setRemoval] = useState<RemovedLine>();
  const [restored, setRestored] = useState<CartLine>();

  function remove(line: CartLine) {
    const { done, undo } = view.remove(line);
    const removed = { line, undo };
    setRemoval(removed);
    setRestored(undefined);
    void done.then((isDone) => {
      // A failed removal cannot be undone, so hide the Undo button.
      if (!isDone) setRemoval((now) => (now === removed ? undefined : now));
    });
  }

  function undo(removed: RemovedLine) {
    removed.undo();
    setRemoval(undefined);
    setRestored(removed.line);
  }
  return { removal, restored, remove, undo, forget: () => setRemoval(undefined) };
}

/**
 * Adds the product of `/cart?piece=…&size=…&quantity=…` to the cart once. Then removes the query, so that a reload adds nothing.
 * A product form submits to this URL until its script has loaded.
 */
function useRequestedProduct(requested: Product | null): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const handledQuery = useRef<string>(undefined);
  const query = params.toString();

  useEffect(() => {
    if (!params.has('piece') || handledQuery.current === query) return;
    handledQuery.current = query;
    void navigate(urls.cart, { replace: true, preventScrollReset: true });
    if (requested) addRequested(requested, params);
    else notify(deletedMessage);
  }, [requested, params, query, navigate]);
}

function addRequested(requested: Product, params: URLSearchParams) {
  const [only] = requested.sizes;
  const size = only && !isNamed(only) ? only.id : params.get('size');
  const quantity = Math.max(1, Math.trunc(Number(params.get('quantity'))) || 1);
  if (!size) return notify(sizeMessage, { label: requested.productName, to: requested.url });
  void addToCart(requested, size, quantity);
}

type NoticesProps = {
  view: CartView;
  removal: RemovedLine | undefined;
  onUndo: (removed: RemovedLine) => void;
};

/** Notices above the lines: failures, lines without a size, and the last removal. */
function Notices({ view, removal, onUndo }: NoticesProps) {
  return (
    <div className="flex flex-col gap-3 not-empty:mb-4" aria-live="polite">
      {!view.isGuest && view.mergeStatus === 'failed' && (
        <CartFailed text={mergeErrorMessage()} onRetry={view.mergeCart} />
      )}
      {!view.isGuest && <LinesWithoutSize />}
      {view.status === 'failed' && <CartFailed role="alert" text={view.message} onRetry={view.retry} />}
      {removal && (
        <Removed key={removal.line.id} name={removal.line.productName} onUndo={() => onUndo(removal)} />
      )}
    </div>
  );
}

const countUnits = ({ items }: Cart) =>
  items.filter(isBuyable).reduce((sum, { quantity }) => sum + quantity, 0);

const productSizes = '(min-width: 1080px) 23vw, (min-width: 768px) 19rem, 44vw';

function EmptyCart({ latest }: { latest: readonly ProductCardData[] }) {
  return (
    <>
      <EmptyRod>
        <p>{latest.length > 0 ? 'Nothing here yet. These are our newest pieces.' : 'Nothing here yet.'}</p>
        <Link className="btn" to={urls.category}>
          Shop all pieces
        </Link>
      </EmptyRod>
      {latest.length > 0 && (
        <div className="product-grid four mt-6">
          <h2 className="sr">Pieces</h2>
          {latest.map((product) => (
            <ProductCard key={product.proId} product={product} sizes={productSizes} />
          ))}
        </div>
      )}
    </>
  );
}
