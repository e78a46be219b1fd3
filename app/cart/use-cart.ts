import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { addToCart, addToCustomerCart } from './cart-actions.ts';
import { cartQuery } from './cart-query.ts';
import { displayCustomerCart, displayGuestCart, guestLineId } from './cart-view.ts';
import { setQuantity } from './change-cart.ts';
import type { Cart, CartLine } from './contract.ts';
import {
  parseGuestCart,
  readGuestCart,
  storeGuestCart,
  withLine,
  withoutLine,
  withQuantity,
} from './guest-cart.ts';
import { useHasLinesToMerge } from './guest-cart-merger.tsx';
import { currentQuote, requestQuote, subscribeToQuote } from './guest-quote.ts';
import {
  currentMergeStatus,
  type MergeStatus,
  mergeCartAfterSignIn,
  subscribeToMergeStatus,
} from './merge-status.ts';
import { removeLineFromCart } from './remove-line.ts';
import { useGuestCartText, usePending } from './use-cart-count.ts';

const noShipping = { freeFromPaise: 0, belowPaise: 0 };
const never = () => () => {};

export type CartView = {
  /** `waiting` until something can be shown; `failed` when the shop did not answer, which may be with a cart. */
  status: 'waiting' | 'ready' | 'failed';
  isGuest: boolean;
  cart: Cart | undefined;
  /** Why it failed. */
  message: string | undefined;
  retry: () => void;
  /** Whether the guest's cart is being brought over; `failed` with a way to try again. */
  mergeStatus: MergeStatus;
  mergeCart: () => void;
  add: typeof addToCart;
  /** So many of the line. It shows at once; when the shop refuses, it is as before, and the shopper is told. */
  setQuantity: (line: CartLine, quantity: number) => void;
  /** Takes the line out. It is gone at once. */
  remove: (line: CartLine) => Removal;
};

/** `done` says whether the line was taken out: when the shop refuses, it never left. `undo` puts it back. */
export type Removal = { done: Promise<boolean>; undo: () => void };

/** The cart of whoever looks: a guest's, kept in this browser, or the signed-in shopper's at the shop. */
export function useCart(): CartView {
  const awake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const isGuest = useSession() === undefined;
  const [ofGuest, ofShopper] = [useGuestCart(awake && isGuest), useOwnCart()];
  const mergeStatus = useSyncExternalStore(subscribeToMergeStatus, currentMergeStatus, currentMergeStatus);
  const shown: Shown = awake ? (isGuest ? ofGuest : ofShopper) : nothingYet;
  return {
    ...shown,
    isGuest,
    mergeStatus,
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
  const text = useGuestCartText();
  const { quote, message } = useSyncExternalStore(subscribeToQuote, currentQuote, currentQuote);
  const shipping = useShipping();
  const lines = useMemo(() => parseGuestCart(text), [text]);
  const cart = useMemo(() => displayGuestCart(lines, quote, shipping), [lines, quote, shipping]);
  // Fresh names come back into the storage: they are nothing to ask again for.
  const wish = lines.map(({ proId, size, quantity }) => `${proId} ${size ?? ''} ${quantity}`).join();
  useEffect(() => {
    if (isActive && wish) void requestQuote();
  }, [isActive, wish]);
  const retry = () => void requestQuote();
  if (message !== undefined && lines.length > 0) return { status: 'failed', cart, message, retry };
  // Lines of older pages have neither name nor price: they wait for the shop, so that nothing jumps.
  const isKnown =
    quote !== undefined || lines.every(({ productName, price }) => productName && price !== undefined);
  return isKnown ? { status: 'ready', cart, message, retry } : { ...nothingYet, retry };
}

function useOwnCart(): Shown {
  const { status, data, message, retry } = useCustomerQuery(cartQuery);
  const shipping = useShipping();
  const pending = usePending();
  const bringing = useHasLinesToMerge() && currentMergeStatus() !== 'failed';
  const cart = useMemo(
    () => (data ? displayCustomerCart(data, pending, shipping) : undefined),
    [data, pending, shipping],
  );
  // An empty cart that is about to be filled is not shown as empty.
  const waits = status === 'guest' || (bringing && !cart?.items.length && status === 'ready');
  return { status: waits ? 'waiting' : status, cart: waits ? undefined : cart, message, retry };
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
