import { useEffect, useMemo } from 'react';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { useIsHydrated } from '../foundation/browser/store.ts';
import { addToCart, addToCustomerCart } from './cart-actions.ts';
import { cartQuery } from './cart-query.ts';
import { displayCustomerCart, displayGuestCart, guestLineId } from './cart-view.ts';
import { setQuantity } from './change-cart.ts';
import type { Cart, CartLine } from './contract.ts';
import {
  guestCart as guestLines,
  readGuestCart,
  storeGuestCart,
  withLine,
  withoutLine,
  withQuantity,
} from './guest-cart.ts';
import { useHasLinesToMerge } from './guest-cart-merger.tsx';
import { guestQuote, requestQuote } from './guest-quote.ts';
import { type MergeStatus, mergeCartAfterSignIn, mergeStatus } from './merge-status.ts';
import { pendingChanges } from './optimistic-cart.ts';
import { removeLineFromCart } from './remove-line.ts';

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
  /** Sets a line's quantity and shows it at once. On failure, restores the line and shows the error. */
  setQuantity: (line: CartLine, quantity: number) => void;
  /** Removes the line. The screen shows the removal at once. */
  remove: (line: CartLine) => Removal;
};

/** `done` resolves to false if the line was not removed. `undo` restores a removed line. */
export type Removal = { done: Promise<boolean>; undo: () => void };

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
    ...(isGuest ? guestChanges : changesOf(shown.cart)),
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

type Changes = Pick<CartView, 'setQuantity' | 'remove'>;

const guestChanges: Changes = {
  setQuantity({ id, proPrice }, quantity) {
    const lines = readGuestCart();
    const line = lines.find((one) => guestLineId(one) === id);
    if (line) storeGuestCart(withQuantity(lines, line, quantity, proPrice || line.proPrice));
  },
  remove({ id }) {
    const lines = readGuestCart();
    const at = lines.findIndex((one) => guestLineId(one) === id);
    const line = lines[at];
    if (!line) return { done: Promise.resolve(false), undo: () => {} };
    storeGuestCart(withoutLine(lines, line));
    const undo = () => storeGuestCart(withLine(readGuestCart(), line, undefined, at));
    return { done: Promise.resolve(true), undo };
  },
};

const changesOf = (cart: Cart | undefined): Changes => ({
  setQuantity: (line, quantity) => void setQuantity(line, quantity),
  remove: (line) => removeLineFromCart(line, cart?.items ?? [], addToCustomerCart),
});
