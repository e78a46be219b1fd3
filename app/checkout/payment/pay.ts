import type { Cart } from '../../cart/contract.ts';
import { RequestFailed, textAt, unreachableMessage } from '../../foundation/http/api-client.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import type * as checkoutApi from '../checkout-api.ts';
import type { OrderDetails, PaymentOrder, VerifyPaymentInput } from '../contract.ts';
import { clearDraft } from '../draft.ts';
import type { Clock } from './clock.ts';
import {
  closedPopupMessage,
  confirmedEarlierPaymentMessage,
  failedPaymentMessage,
  orderRequestFailedMessage,
  type PaymentMessage,
  pendingPaymentMessage,
  unconfirmedPaymentMessage,
} from './messages.ts';
import { type Attempt, attemptFor, clearAttempt, currentAttempt, storeAttempt } from './payment-attempt.ts';
import type { BankWindow, Popup } from './popup.ts';

/** Progress of an order after Pay Now was pressed. */
export type Stage =
  | { at: 'rest' }
  /** A request is in progress, or the next page is loading. */
  | { at: 'asking' }
  | { at: 'paying'; popup: Popup; isOpen: boolean; heldUntil: number };

/** The order input and its customer. */
export type PayInput = { userId: string; details: OrderDetails & { paymentMethod: 'COD' | 'Online' } };

/** State that is kept between calls. */
export type PayMemory = {
  /** True while an order is in progress. */
  isBusy: boolean;
  /** Id of the customer. */
  userId?: string;
  /** Resolves when the last spinner has been shown for its minimum time. */
  spinnerElapsed?: Promise<unknown>;
  /** The last signed payment. */
  proof?: { input: VerifyPaymentInput; orderId: string; heldUntil: number };
};

type CheckoutApi = Pick<
  typeof checkoutApi,
  'createPaymentOrder' | 'fetchOrder' | 'placeCodOrder' | 'renewHold' | 'toLocalClock' | 'verifyPayment'
>;

/** Dependencies of {@link pay}, which tests replace. */
export type PayTools = {
  api: CheckoutApi;
  clock: Clock;
  memory: PayMemory;
  /** Runs `work` after the pending changes of the cart. */
  afterCartChanges<T>(work: () => Promise<T>): Promise<T>;
  /** Loads the script of a provider other than the pretend bank. */
  loadProvider(): Promise<unknown>;
  openPopup(payment: PaymentOrder, blank: BankWindow | null | undefined): Promise<Popup>;
  readCart(): Promise<Cart>;
  refreshCart(): Promise<void>;
  storeCart(cart: Cart): Promise<void>;
  showOrder(order: PlacedOrder): Promise<void>;
  /** Navigates to the order's page, replacing the checkout in the history. */
  openOrder(orderId: string): Promise<void>;
  setStage(next: Stage | ((now: Stage) => Stage)): void;
  setNotice(
    next: PaymentMessage | undefined | ((shown: PaymentMessage | undefined) => PaymentMessage | undefined),
  ): void;
  /** Called with the invalid fields of the form. */
  onFields(text: string, fields: FieldError[]): void;
};

/** Minimum time for which the spinner is shown, in milliseconds. */
const minSpinMs = 1000;
/** Interval at which the order of a pending payment is polled, in milliseconds. */
const pollIntervalMs = 4000;
/** Interval at which the hold is checked for renewal, in milliseconds. */
const renewIntervalMs = 30_000;

const asFailure = (error: unknown) =>
  error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage);

/**
 * Places an order. For an online payment, opens the payment window and verifies its result. Does nothing while another call
 * is in progress. `blank` is the window that the click opened: null if the browser blocked the window, undefined if none is
 * needed.
 */
export function pay(tools: PayTools, input: PayInput, blank: BankWindow | null | undefined): Promise<void> {
  const { paymentMethod: method } = input.details;
  return runExclusive(tools, async () => {
    try {
      if (method === 'Online') return await payOnline(tools, input, blank);
      const { order } = await withKey(tools, input, (key) => tools.api.placeCodOrder(key, input.details));
      await showPlaced(tools, order);
      return undefined;
    } catch (error) {
      blank?.close();
      return await handleFailure(tools, asFailure(error), method);
    }
  });
}

/** Repeats the verification of the last signed payment. Sends no request if no payment was signed. */
export function verifyAgain(tools: PayTools): Promise<void> {
  return runExclusive(tools, () => verifyProof(tools));
}

/**
 * Runs `work` and shows the spinner for at least a second, then shows the returned notice. Does nothing if other work is
 * running.
 */
async function runExclusive(tools: PayTools, work: () => Promise<PaymentMessage | undefined>) {
  const { memory, clock, setStage, setNotice } = tools;
  if (memory.isBusy) return;
  memory.isBusy = true;
  memory.spinnerElapsed = clock.wait(minSpinMs);
  setNotice(undefined);
  setStage({ at: 'asking' });
  try {
    const outcome = await work();
    await memory.spinnerElapsed;
    setNotice(outcome);
  } finally {
    memory.isBusy = false;
    setStage({ at: 'rest' });
  }
}

async function payOnline(
  tools: PayTools,
  input: PayInput,
  blank: BankWindow | null | undefined,
): Promise<PaymentMessage | undefined> {
  // Load the script first. If loading fails, no payment is started and no stock is held.
  if (blank === undefined) await tools.loadProvider();
  const payment = await withKey(tools, input, (key) => tools.api.createPaymentOrder(key, input.details));
  changeAttempt({ orderId: payment.orderId });
  const popup = await tools.openPopup(payment, blank);
  return await waitForPopup(tools, payment, popup, payment.provider === 'razorpay' || Boolean(blank));
}

async function waitForPopup(
  tools: PayTools,
  { orderId, expiresAt }: PaymentOrder,
  popup: Popup,
  isOpen: boolean,
): Promise<PaymentMessage | undefined> {
  const { api, clock, setStage } = tools;
  let heldUntil = api.toLocalClock(expiresAt);
  const half = (heldUntil - clock.now()) / 2;
  setStage({ at: 'paying', popup, isOpen, heldUntil });
  const stopRenewing = clock.every(renewIntervalMs, () => {
    if (heldUntil - clock.now() > half) return;
    api.renewHold(orderId).then(
      (renewed) => {
        heldUntil = api.toLocalClock(renewed.expiresAt);
        setStage((now) => (now.at === 'paying' ? { ...now, heldUntil } : now));
      },
      // Ignore a failed renewal, because the remaining time is still shown.
      () => {},
    );
  });
  const result = await popup.result.finally(stopRenewing);
  setStage({ at: 'asking' });
  if (result.outcome === 'closed') return closedPopupMessage(heldUntil);
  if (result.outcome === 'failed') return failedPaymentMessage(result.text, heldUntil);
  tools.memory.proof = { input: result.proof, orderId, heldUntil };
  changeAttempt({ isReportedPaid: true });
  return verifyProof(tools);
}

/** Sends the signed payment to the server and opens its order. Returns a notice if the payment could not be confirmed. */
async function verifyProof(tools: PayTools): Promise<PaymentMessage | undefined> {
  const { api, memory } = tools;
  if (!memory.proof) return undefined;
  const { input, orderId, heldUntil } = memory.proof;
  try {
    const response = await api.verifyPayment(input);
    if (response.success) await showPlaced(tools, response.order);
    else {
      // The server's order now records the pending payment, so the attempt no longer does.
      changeAttempt({ isReportedPaid: false });
      await leaveFor(tools, orderId);
    }
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    if (failure.problem === 'payment-failed') changeAttempt({ isReportedPaid: false });
    // The payment was refunded, so the next order needs a new attempt.
    if (failure.problem === 'payment-returned') {
      clearAttempt();
      await tools.refreshCart();
    }
    return unconfirmedPaymentMessage(failure, heldUntil);
  }
}

/** Reacts to a failed request. Returns the notice to show, or undefined if fields are marked or another page opens. */
async function handleFailure(tools: PayTools, failure: RequestFailed, method: 'COD' | 'Online') {
  const undecided = failure.problem === 'payment-undecided' && textAt(failure.body, 'orderId');
  if (undecided) return pendingPaymentMessage(undecided);
  const orderId = currentAttempt()?.orderId;
  if (failure.problem === 'already-paid' && orderId) {
    clearAttempt();
    await leaveFor(tools, orderId);
    return undefined;
  }
  if (failure.problem === 'cart-changed' || failure.problem === 'cart-empty') await tools.refreshCart();
  if (failure.fields.length > 0) {
    await tools.memory.spinnerElapsed;
    tools.onFields(
      failure.message,
      failure.fields.map(({ field, message }) => ({ field: field.split('.').at(-1) ?? field, message })),
    );
    return undefined;
  }
  return orderRequestFailedMessage(failure, method);
}

async function showPlaced(tools: PayTools, order: PlacedOrder) {
  await tools.showOrder(order);
  await tools.memory.spinnerElapsed;
  clearAttempt();
  clearDraft();
  await leaveFor(tools, order._id);
}

async function leaveFor({ openOrder, refreshCart }: PayTools, orderId: string) {
  await openOrder(orderId);
  void refreshCart();
}

function changeAttempt(change: Partial<Attempt>) {
  const attempt = currentAttempt();
  if (attempt) storeAttempt({ ...attempt, ...change });
}

/**
 * Shows the state of an earlier payment, which was started before a reload, on another page or on another device. Opens the
 * page of a placed order if the cart is empty or cannot be read. If the cart has lines, shows a notice about the placed
 * order, because this checkout is for another cart. Removes the notice if the order can no longer be paid. Clears the stored
 * attempt if its order is missing, is placed or can no longer be paid. Does nothing while an order is in progress.
 */
export async function checkEarlierPayment(tools: PayTools, orderId: string): Promise<void> {
  const { api, clock, memory, setNotice } = tools;
  /** Does not replace an equal notice, because a new notice takes the focus. */
  const showOnce = (message: PaymentMessage | undefined) =>
    setNotice((shown) =>
      shown?.text === message?.text && shown?.title === message?.title ? shown : message,
    );
  if (memory.isBusy) return;
  const attempt = currentAttempt()?.orderId === orderId ? currentAttempt() : undefined;
  const order = await api.fetchOrder(orderId).catch((error: unknown) => {
    if (attempt && asFailure(error).status === 404) clearAttempt();
  });
  if (!order || memory.isBusy) return;
  const heldUntil = order.expiresAt === null ? 0 : api.toLocalClock(order.expiresAt);
  const isUnpaid = order.state === 'pending_payment';
  if (isUnpaid && (order.paymentPending || attempt?.isReportedPaid))
    return showOnce(pendingPaymentMessage(orderId));
  if (isUnpaid && heldUntil > clock.now()) return showOnce(closedPopupMessage(heldUntil));
  if (attempt) clearAttempt();
  if (order.state !== 'placed') return showOnce(undefined);
  const cart = await tools.readCart().catch(() => undefined);
  if (!cart || cart.items.length === 0) return showPlaced(tools, order);
  await tools.storeCart(cart);
  showOnce(confirmedEarlierPaymentMessage(order));
}

/**
 * Calls `check` every four seconds for the order of a pending payment. Returns a function that stops the calls, or undefined
 * without an order.
 */
export function pollPending(clock: Clock, orderId: string | undefined, check: (orderId: string) => void) {
  return orderId ? clock.every(pollIntervalMs, () => check(orderId)) : undefined;
}

/** Returns the id of the order to poll while this notice is shown. Returns undefined without a pending payment or an id. */
export const pendingOrderOf = (notice: PaymentMessage | undefined): string | undefined =>
  notice?.isPending ? notice.orderId : undefined;

/** Sends a request with the key of this input's attempt. Retries once with a new key after `order-closed` or `key-reused`. */
async function withKey<T>(
  { afterCartChanges }: PayTools,
  { userId, details }: PayInput,
  request: (key: string) => Promise<T>,
): Promise<T> {
  const wish = JSON.stringify([userId, details]);
  // Wait for pending changes of the cart, so that the order matches the screen.
  const sendWithKey = () => afterCartChanges(() => request(attemptFor(wish).key));
  try {
    return await sendWithKey();
  } catch (error) {
    if (!(error instanceof RequestFailed) || !['order-closed', 'key-reused'].includes(error.problem))
      throw error;
    clearAttempt();
    return sendWithKey();
  }
}
