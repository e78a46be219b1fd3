import { useEffect, useMemo } from 'react';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { currentSession, useSession } from '../customers/session.ts';
import { createStore, useIsHydrated } from '../foundation/browser/store.ts';
import { asFailure } from '../foundation/http/api-client.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import { notifyError } from '../foundation/ui/notices.ts';
import { addToCustomerCart } from './cart-actions.ts';
import { changeCart, editLine, quoteCart, removeLine } from './cart-api.ts';
import {
  cartQuery,
  type MergeStatus,
  mergeCartAfterSignIn,
  mergeStatus,
  type PendingChange,
  pendingChanges,
  useHasLinesToMerge,
} from './cart-store.ts';
import {
  displayCustomerCart,
  displayGuestCart,
  guestLineId,
  type Quote,
  withQuotedDetails,
} from './cart-view.ts';
import type { Cart, CartLine } from './contract.ts';
import {
  guestCart as guestLines,
  readGuestCart,
  storeGuestCart,
  withLine,
  withoutLine,
  withQuantity,
} from './guest-cart.ts';

const noShipping = { freeFromPaise: 0, belowPaise: 0 };

export type CartView = {
  /**
   * For a guest, `failed` means that the last quote failed; `cart` is defined nevertheless. For a customer, `failed` means that
   * no request for the cart has succeeded.
   */
  status: 'waiting' | 'ready' | 'failed';
  isGuest: boolean;
  cart: Cart | undefined;
  message: string | undefined;
  retry: () => void;
  /** State of the merge of the guest's cart. `mergeCart` repeats a failed merge. */
  mergeStatus: MergeStatus;
  mergeCart: () => void;
} & LineActions;

/** Hook that returns the cart: a guest's from this browser, or a customer's from the server. */
export function useCart(): CartView {
  const isHydrated = useIsHydrated();
  const isGuest = useSession() === undefined;
  const status = mergeStatus.useValue();
  const [guestCart, customerCart] = [useGuestCart(isHydrated && isGuest), useCustomerCart()];
  const cartState: CartState = isHydrated ? (isGuest ? guestCart : customerCart) : nothingYet;
  return {
    ...cartState,
    isGuest,
    mergeStatus: status,
    mergeCart: () => void mergeCartAfterSignIn(),
    ...(isGuest ? guestLineActions : customerLineActions(cartState.cart?.items ?? [])),
  };
}

type CartState = Pick<CartView, 'status' | 'cart' | 'message' | 'retry'>;
const nothingYet: CartState = { status: 'waiting', cart: undefined, message: undefined, retry: () => {} };

function useShipping() {
  return useLayoutData()?.settings.shipping ?? noShipping;
}

function useGuestCart(isActive: boolean): CartState {
  const { quote, message } = guestQuote.useValue();
  const shipping = useShipping();
  const lines = guestLines.useValue();
  const cart = useMemo(() => displayGuestCart(lines, quote, shipping), [lines, quote, shipping]);
  // A new quote is needed only if keys or quantities have changed. A quote changes the stored names, which must not start another
  // quote.
  const requestKey = lines.map(({ proId, size, quantity }) => `${proId} ${size ?? ''} ${quantity}`).join();
  useEffect(() => {
    if (isActive && requestKey) void requestQuote();
  }, [isActive, requestKey]);
  const retry = () => void requestQuote();
  if (message !== undefined && lines.length > 0) return { status: 'failed', cart, message, retry };
  // Lines stored by older versions of the page have no name or price. Wait for the quote, to avoid layout shifts.
  const isKnown =
    quote !== undefined || lines.every(({ productName, price }) => productName && price !== undefined);
  return isKnown ? { status: 'ready', cart, message, retry } : { ...nothingYet, retry };
}

function useCustomerCart(): CartState {
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

/** The last quote for the guest's cart, and the error message if the last request failed. */
const guestQuote = createStore<{ quote?: Quote | undefined; message?: string }>({});
let running: Promise<void> | undefined;
let isRequested = false;

/** Requests names, prices and stock. Sends one request at a time. A call during a request starts another request afterwards. */
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
        guestQuote.write({});
        continue;
      }
      const quote = { requested: lines, cart: await quoteCart(lines) };
      const currentLines = readGuestCart();
      const fresh = withQuotedDetails(currentLines, quote.cart);
      if (JSON.stringify(fresh) !== JSON.stringify(currentLines)) storeGuestCart(fresh);
      guestQuote.write({ quote });
    } catch (error) {
      guestQuote.write({
        quote: guestQuote.read().quote,
        message: asFailure(error).message,
      });
    }
  }
}

type LineActions = {
  /** Sets a line's quantity and shows it at once. On failure, restores the line and shows the error. */
  setQuantity: (line: CartLine, quantity: number) => void;
  remove: (line: CartLine) => Removal;
};

/** `done` resolves to false if the line was not removed. `undo` restores a removed line. */
type Removal = { done: Promise<boolean>; undo: () => void };

/** Actions of a guest: change the lines in this browser's storage. */
const guestLineActions: LineActions = {
  setQuantity({ id, proPrice }, quantity) {
    const lines = readGuestCart();
    const line = lines.find((existing) => guestLineId(existing) === id);
    if (line) storeGuestCart(withQuantity(lines, line, quantity, proPrice || line.proPrice));
  },
  remove({ id }) {
    const lines = readGuestCart();
    const index = lines.findIndex((existing) => guestLineId(existing) === id);
    const line = lines[index];
    if (!line) return { done: Promise.resolve(false), undo: () => {} };
    storeGuestCart(withoutLine(lines, line));
    const undo = () => storeGuestCart(withLine(readGuestCart(), line, undefined, index));
    return { done: Promise.resolve(true), undo };
  },
};

/**
 * Changes the lines of the customer's cart on the server. Undoing a removal cancels the request if it has not been sent yet.
 * Otherwise it adds the line again, in front of the line that followed it in `items`. After a failed removal, undoing does
 * nothing.
 */
export const customerLineActions = (items: readonly CartLine[]): LineActions => ({
  setQuantity: (line, quantity) => void sendQuantity(line, quantity),
  remove(line) {
    const { id, proId, size, quantity } = line;
    const next = items[items.findIndex((item) => item.id === id) + 1]?.id;
    const before = pendingChanges.read().quantities.get(id);
    const { done, cancel } = sendQuantity(line, 0);
    const undo = () => {
      if (!cancel()) void done.then((isDone) => isDone && addToCustomerCart({ proId, size }, quantity, next));
      // The removal was cancelled before it was sent. It may have replaced a change of the quantity that was not sent yet, so send that.
      else if (before) void sendQuantity(line, before.quantity);
    };
    return { done, undo };
  },
});

/**
 * Shows the new quantity of a line at once and queues the request; 0 removes the line. Sends nothing if the change was replaced
 * or cancelled, or if the session has ended. `done` resolves to false if the change failed or was not sent. `cancel` returns
 * false if the change was already sent or replaced.
 */
function sendQuantity(line: CartLine, quantity: number): { done: Promise<boolean>; cancel: () => boolean } {
  const change = setPendingQuantity(line.id, quantity);
  let isSent = false;
  const isLatest = () => pendingChanges.read().quantities.get(line.id) === change;
  const settle = () => settleQuantity(line.id, change);
  async function send() {
    if (!isLatest()) return undefined;
    isSent = true;
    if (quantity === 0) return removeLine(line.id);
    return editLine(line.id, { quantity, price: toRupees(toPaise(line.proPrice) * quantity) });
  }

  const done = changeCart(currentSession()?.token, send, (error) => {
    // The error of a replaced change does not concern the displayed quantity.
    if (isLatest()) notifyError(error);
  }).finally(settle);
  function cancel() {
    if (isSent || !isLatest()) return false;
    settle();
    return true;
  }
  return { done, cancel };
}

export function setPendingQuantity(lineId: string, quantity: number): PendingChange {
  const change = { quantity };
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, quantities: new Map(pending.quantities).set(lineId, change) });
  return change;
}

/**
 * Removes a change from the pending changes when its outcome is known or it is cancelled. Keeps a later change of the same line.
 */
function settleQuantity(lineId: string, change: PendingChange): void {
  const pending = pendingChanges.read();
  if (pending.quantities.get(lineId) !== change) return;
  const quantities = new Map(pending.quantities);
  quantities.delete(lineId);
  pendingChanges.write({ ...pending, quantities });
}
