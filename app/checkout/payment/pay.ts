import type { Cart } from '../../cart/contract.ts';
import { RequestFailed, textAt, unreachableMessage } from '../../foundation/http/api-client.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import type * as checkoutApi from '../checkout-api.ts';
import type { OrderDetails, PaymentOrder, VerifyPaymentInput } from '../contract.ts';
import { clearDraft } from '../draft.ts';
import type { Clock } from './clock.ts';
import {
  closedPopup,
  confirmedEarlierPayment,
  failedPayment,
  type PaymentMessage,
  pendingPayment,
  refusedOrder,
  unconfirmedPayment,
} from './messages.ts';
import { type Attempt, attemptFor, clearAttempt, currentAttempt, storeAttempt } from './payment-attempt.ts';
import type { BankWindow, Popup } from './popup.ts';

/** What happens after Pay Now was pressed. */
export type Stage =
  | { at: 'rest' }
  /** A call is under way, or the page is being left. */
  | { at: 'asking' }
  | { at: 'paying'; popup: Popup; isOpen: boolean; heldUntil: number };

/** What is to be ordered, and by whom. */
export type PayInput = { userId: string; details: OrderDetails & { paymentMethod: 'COD' | 'Online' } };

/** What is known between two presses. */
export type PayMemory = {
  /** True from a press to its outcome. */
  isBusy: boolean;
  /** Whose presses these are. */
  userId?: string;
  /** Resolves once the spinner of the last press has shown long enough. */
  spinnerElapsed?: Promise<unknown>;
  /** What the bank has signed last. */
  proof?: { input: VerifyPaymentInput; orderId: string; heldUntil: number };
};

type CheckoutApi = Pick<
  typeof checkoutApi,
  'createPaymentOrder' | 'fetchOrder' | 'placeCodOrder' | 'renewHold' | 'toLocalClock' | 'verifyPayment'
>;

/** What paying works with: the hook passes the page's and the browser's own. */
export type PayTools = {
  api: CheckoutApi;
  clock: Clock;
  memory: PayMemory;
  /** Runs `work` after the changes of the cart that are under way. */
  afterCartChanges<T>(work: () => Promise<T>): Promise<T>;
  /** Loads what opens the provider's popup, where it is not the pretend bank's. */
  loadProvider(): Promise<unknown>;
  openPopup(payment: PaymentOrder, blank: BankWindow | null | undefined): Promise<Popup>;
  readCart(): Promise<Cart>;
  refreshCart(): Promise<void>;
  showCart(cart: Cart): Promise<void>;
  showOrder(order: PlacedOrder): Promise<void>;
  /** Opens the page of the order in place of the checkout. */
  openOrder(orderId: string): Promise<void>;
  setStage(next: Stage | ((now: Stage) => Stage)): void;
  setNotice(
    next: PaymentMessage | undefined | ((shown: PaymentMessage | undefined) => PaymentMessage | undefined),
  ): void;
  /** Called with what the shop finds wrong with the form. */
  onFields(text: string, fields: FieldError[]): void;
};

/** S-PAY-03: the spinner shows at least so long, in milliseconds. */
const minSpinMs = 1000;
/** How often the shop is asked whether the bank has decided about a pending payment, in milliseconds. */
const pollIntervalMs = 4000;
/** How often it is looked whether the hold needs renewing, in milliseconds. */
const renewIntervalMs = 30_000;

const asFailure = (error: unknown) =>
  error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage);

/**
 * Orders and pays, from the press of Pay Now to its outcome. A second press before that does nothing. `blank` is the
 * window that was opened with the click; `undefined` where another provider opens its own.
 */
export function pay(tools: PayTools, input: PayInput, blank: BankWindow | null | undefined): Promise<void> {
  const { paymentMethod: method } = input.details;
  return take(tools, async () => {
    try {
      if (method === 'Online') return await payOnline(tools, input, blank);
      const { order } = await withKey(tools, input, (key) => tools.api.placeCodOrder(key, input.details));
      await showPlaced(tools, order);
      return undefined;
    } catch (error) {
      blank?.close();
      return await describeError(tools, asFailure(error), method);
    }
  });
}

/** Asks the shop once more about a payment whose answer was lost. */
export function verifyAgain(tools: PayTools): Promise<void> {
  return take(tools, () => confirm(tools));
}

/** One thing at a time, and never for less than a second. */
async function take(tools: PayTools, work: () => Promise<PaymentMessage | undefined>) {
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
  // A payment that cannot be made is not begun: nothing is put aside for it.
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
      // The time that is left is shown, whatever the shop says.
      () => {},
    );
  });
  const result = await popup.result.finally(stopRenewing);
  setStage({ at: 'asking' });
  if (result.outcome === 'closed') return closedPopup(heldUntil);
  if (result.outcome === 'failed') return failedPayment(result.text, heldUntil);
  tools.memory.proof = { input: result.proof, orderId, heldUntil };
  changeAttempt({ isPaid: true });
  return confirm(tools);
}

/** Tells the shop what the bank has signed. */
async function confirm(tools: PayTools): Promise<PaymentMessage | undefined> {
  const { api, memory } = tools;
  if (!memory.proof) return undefined;
  const { input, orderId, heldUntil } = memory.proof;
  try {
    const response = await api.verifyPayment(input);
    if (response.success) await showPlaced(tools, response.order);
    else {
      // From now on the shop itself knows whether the payment is pending.
      changeAttempt({ isPaid: false });
      await leaveFor(tools, orderId);
    }
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    if (failure.problem === 'payment-failed') changeAttempt({ isPaid: false });
    // After a clear no the next press is another attempt.
    if (failure.problem === 'payment-returned') {
      clearAttempt();
      await tools.refreshCart();
    }
    return unconfirmedPayment(failure, heldUntil);
  }
}

async function describeError(tools: PayTools, failure: RequestFailed, method: 'COD' | 'Online') {
  const undecided = failure.problem === 'payment-undecided' && textAt(failure.body, 'orderId');
  if (undecided) return pendingPayment(undecided);
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
  return refusedOrder(failure, method);
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
 * Shows what has become of a payment that began earlier: before a reload, on another page, or on another device. A confirmed one
 * opens its order only if nothing else is in the cart: otherwise this checkout is about something else.
 */
export async function checkEarlierPayment(tools: PayTools, orderId: string): Promise<void> {
  const { api, clock, memory, setNotice } = tools;
  /** A repeated message must not take the focus again. */
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
  if (isUnpaid && (order.paymentPending || attempt?.isPaid)) return showOnce(pendingPayment(orderId));
  if (isUnpaid && heldUntil > clock.now()) return showOnce(closedPopup(heldUntil));
  if (attempt) clearAttempt();
  if (order.state !== 'placed') return showOnce(undefined);
  const cart = await tools.readCart().catch(() => undefined);
  if (!cart || cart.items.length === 0) return showPlaced(tools, order);
  await tools.showCart(cart);
  showOnce(confirmedEarlierPayment(order));
}

/**
 * Calls `check` every four seconds while the message is about an order whose payment is with the bank. Returns a
 * function that stops it; undefined if there is no such order.
 */
export function pollPending(clock: Clock, orderId: string | undefined, check: (orderId: string) => void) {
  return orderId ? clock.every(pollIntervalMs, () => check(orderId)) : undefined;
}

/** Returns the order that is polled while this message shows; undefined if there is none. */
export const pendingOrderOf = (notice: PaymentMessage | undefined): string | undefined =>
  notice?.isPending ? notice.orderId : undefined;

/** Asks with the key of this wish's attempt. A key that the shop has done with makes room for a new one, once. */
async function withKey<T>(
  { afterCartChanges }: PayTools,
  { userId, details }: PayInput,
  ask: (key: string) => Promise<T>,
): Promise<T> {
  const wish = JSON.stringify([userId, details]);
  // The cart's own changes come first: what is ordered is what is shown.
  const askOnce = () => afterCartChanges(() => ask(attemptFor(wish).key));
  try {
    return await askOnce();
  } catch (error) {
    if (!(error instanceof RequestFailed) || !['order-closed', 'key-reused'].includes(error.problem))
      throw error;
    clearAttempt();
    return askOnce();
  }
}
