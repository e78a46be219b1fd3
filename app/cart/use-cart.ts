import { useEffect, useMemo } from 'react';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { createStore, useIsHydrated } from '../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { addToCart } from './cart-actions.ts';
import { customerLineActions, guestLineActions, type LineActions } from './cart-line-actions.ts';
import { cartQuery, pendingChanges } from './cart-store.ts';
import { displayCustomerCart, displayGuestCart, type Quote, withQuotedDetails } from './cart-view.ts';
import type { Cart } from './contract.ts';
import { guestCart as guestLines, readGuestCart, storeGuestCart } from './guest-cart.ts';
import {
  type MergeStatus,
  mergeCartAfterSignIn,
  mergeStatus,
  useHasLinesToMerge,
} from './guest-cart-merger.tsx';

const noShipping = { freeFromPaise: 0, belowPaise: 0 };

export type CartView = {
  /**
   * `waiting` until a cart is loaded. `failed` if the last quote failed, or if no request for the customer's cart has succeeded.
   * A guest's `cart` is then still defined.
   */
  status: 'waiting' | 'ready' | 'failed';
  isGuest: boolean;
  cart: Cart | undefined;
  /** Error message of the failed request. */
  message: string | undefined;
  retry: () => void;
  /** State of the merge of the guest's cart. `mergeCart` retries the merge. */
  mergeStatus: MergeStatus;
  mergeCart: () => void;
  add: typeof addToCart;
} & LineActions;

/** Returns the cart: a guest's from this browser, or a customer's from the server. */
export function useCart(): CartView {
  const isHydrated = useIsHydrated();
  const isGuest = useSession() === undefined;
  const status = mergeStatus.useValue();
  const [guestCart, customerCart] = [useGuestCart(isHydrated && isGuest), useOwnCart()];
  const shown: Shown = isHydrated ? (isGuest ? guestCart : customerCart) : nothingYet;
  return {
    ...shown,
    isGuest,
    mergeStatus: status,
    mergeCart: () => void mergeCartAfterSignIn(),
    add: addToCart,
    ...(isGuest ? guestLineActions : customerLineActions(shown.cart?.items ?? [])),
  };
}

type Shown = Pick<CartView, 'status' | 'cart' | 'message' | 'retry'>;
const nothingYet: Shown = { status: 'waiting', cart: undefined, message: undefined, retry: () => {} };

function useShipping() {
  return useLayoutData()?.settings.shipping ?? noShipping;
}

function useGuestCart(isActive: boolean): Shown {
  const { quote, message } = guestQuote.useValue();
  const shipping = useShipping();
  const lines = guestLines.useValue();
  const cart = useMemo(() => displayGuestCart(lines, quote, shipping), [lines, quote, shipping]);
  // Compare keys and quantities only: a quote changes the stored names, and must not start another quote.
  const requestKey = lines.map(({ proId, size, quantity }) => `${proId} ${size ?? ''} ${quantity}`).join();
  useEffect(() => {
    if (isActive && requestKey) void requestQuote();
  }, [isActive, requestKey]);
  const retry = () => void requestQuote();
  if (message !== undefined && lines.length > 0) return { status: 'failed', cart, message, retry };
  // Lines stored by older versions have no name or price: wait for the quote, to avoid layout shifts.
  const isKnown =
    quote !== undefined || lines.every(({ productName, price }) => productName && price !== undefined);
  return isKnown ? { status: 'ready', cart, message, retry } : { ...nothingYet, retry };
}

function useOwnCart(): Shown {
  const { status, data, message, retry } = useCustomerQuery(cartQuery);
  const shipping = useShipping();
  const pending = pendingChanges.useValue();
  const hasLinesToMerge = useHasLinesToMerge();
  const isMerging = mergeStatus.useValue() !== 'failed' && hasLinesToMerge;
  const cart = useMemo(
    () => (data ? displayCustomerCart(data, pending, shipping) : undefined),
    [data, pending, shipping],
  );
  // Do not show an empty cart before the guest's lines are merged.
  const isWaiting = status === 'guest' || (isMerging && !cart?.items.length && status === 'ready');
  return { status: isWaiting ? 'waiting' : status, cart: isWaiting ? undefined : cart, message, retry };
}

/** The last quote for the guest's cart. */
type QuoteResult = {
  quote: Quote | undefined;
  /** The error message if the last request failed. */
  message: string | undefined;
};

const guestQuote = createStore<QuoteResult>({ quote: undefined, message: undefined });
let running: Promise<void> | undefined;
let isRequested = false;

/** Requests names, prices and stock. Runs one request at a time. A call during a request starts another request afterwards. */
function requestQuote(): Promise<void> {
  isRequested = true;
  running ??= runRequests().finally(() => {
    running = undefined;
  });
  return running;
}

async function runRequests(): Promise<void> {
  while (isRequested) {
    isRequested = false;
    const lines = readGuestCart();
    try {
      if (lines.length === 0) {
        guestQuote.write({ quote: undefined, message: undefined });
        continue;
      }
      const { quoteCart } = await import('./cart-api.ts');
      const quote = { requested: lines, cart: await quoteCart(lines) };
      const stored = readGuestCart();
      const fresh = withQuotedDetails(stored, quote.cart);
      if (JSON.stringify(fresh) !== JSON.stringify(stored)) storeGuestCart(fresh);
      guestQuote.write({ quote, message: undefined });
    } catch (error) {
      guestQuote.write({
        quote: guestQuote.read().quote,
        message: error instanceof RequestFailed ? error.message : unreachableMessage,
      });
    }
  }
}
