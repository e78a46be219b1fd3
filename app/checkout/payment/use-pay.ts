import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { cartQuery } from '../../cart/cart-query.ts';
import { changeInOrder } from '../../cart/change-cart.ts';
import { refreshCustomerData, setCustomerData } from '../../customers/customer-query.ts';
import { RequestFailed, textAt, unreachable } from '../../foundation/http/api-client.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import {
  createPaymentOrder,
  fetchOrder,
  orderQuery,
  placeCodOrder,
  renewHold,
  toLocalClock,
  verifyPayment,
} from '../checkout-api.ts';
import type { OrderDetails, PaymentOrder, VerifyPaymentInput } from '../contract.ts';
import { clearDraft } from '../use-draft.ts';
import {
  closedPopup,
  failedPayment,
  type PaymentMessage,
  placedMeanwhile,
  refusedOrder,
  unconfirmedPayment,
  withTheBank,
} from './messages.ts';
import { attemptFor, clearAttempt, currentAttempt, storeAttempt } from './payment-attempt.ts';
import { type Popup, pretendBankPopup } from './popup.ts';
import { loadRazorpay, razorpayPopup } from './razorpay-popup.ts';

/** What happens after Pay Now was pressed. */
export type Stage =
  | { at: 'rest' }
  /** A call is under way, or the page is being left. */
  | { at: 'asking' }
  | { at: 'paying'; popup: Popup; isOpen: boolean; heldUntil: number };

/** What is to be ordered, and by whom. */
export type PayInput = { userId: string; details: OrderDetails & { paymentMethod: 'COD' | 'Online' } };

/** S-PAY-03: the spinner shows at least so long, in milliseconds. */
const leastSpin = 1000;
/** How often the shop is asked whether the bank has decided about a pending payment, in milliseconds. */
const pollInterval = 4000;
/** How often it is looked whether the hold needs renewing, in milliseconds. */
const renewRhythm = 30_000;

type Input = {
  /** Who is signed in. */
  userId: string | undefined;
  shopName: string;
  onFields: (text: string, fields: FieldError[]) => void;
};

const asFailure = (error: unknown) =>
  error instanceof RequestFailed ? error : new RequestFailed(unreachable);

/**
 * Ordering and paying, from the press of Pay Now to its outcome. One press at a time: whoever presses twice, or
 * reloads and presses again, gets one order. `onFields` hears what the shop finds wrong with the form.
 */
export function usePay({ userId, shopName, onFields }: Input) {
  const [stage, setStage] = useState<Stage>({ at: 'rest' });
  const [notice, setNotice] = useState<PaymentMessage>();
  const inFlight = useRef(false);
  const begun = useRef(0);
  const proof = useRef<{ of: VerifyPaymentInput; orderId: string; heldUntil: number }>(undefined);
  const navigate = useNavigate();

  /** One thing at a time, and never for less than a second. */
  async function take(work: () => Promise<PaymentMessage | undefined>) {
    if (inFlight.current) return;
    inFlight.current = true;
    begun.current = performance.now();
    setNotice(undefined);
    setStage({ at: 'asking' });
    try {
      const outcome = await work();
      await untilSpun();
      setNotice(outcome);
    } finally {
      inFlight.current = false;
      setStage({ at: 'rest' });
    }
  }

  function untilSpun() {
    const left = begun.current + leastSpin - performance.now();
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
  }

  /** `blank` is the window that was opened with the click; `undefined` where another provider opens its own. */
  function pay(wish: PayInput, blank: Window | null | undefined): Promise<void> {
    const { paymentMethod: method } = wish.details;
    return take(async () => {
      try {
        if (method === 'Online') return await payOnline(wish, blank);
        const { order } = await withKey(wish, (key) => placeCodOrder(key, wish.details));
        await showPlaced(order);
        return undefined;
      } catch (error) {
        blank?.close();
        return await tellError(asFailure(error), method);
      }
    });
  }

  async function payOnline(
    wish: PayInput,
    blank: Window | null | undefined,
  ): Promise<PaymentMessage | undefined> {
    // A payment that cannot be made is not begun: nothing is put aside for it.
    if (blank === undefined) await loadRazorpay();
    const payment = await withKey(wish, (key) => createPaymentOrder(key, wish.details));
    const attempt = currentAttempt();
    if (attempt) storeAttempt({ ...attempt, orderId: payment.orderId });
    const popup =
      payment.provider === 'razorpay'
        ? await razorpayPopup(payment, shopName)
        : pretendBankPopup(blank ?? null, payment.order.id);
    return await waitForPopup(payment, popup, payment.provider === 'razorpay' || Boolean(blank));
  }

  async function waitForPopup(
    { orderId, expiresAt }: PaymentOrder,
    popup: Popup,
    isOpen: boolean,
  ): Promise<PaymentMessage | undefined> {
    let heldUntil = toLocalClock(expiresAt);
    const half = (heldUntil - Date.now()) / 2;
    setStage({ at: 'paying', popup, isOpen, heldUntil });
    const renewing = setInterval(() => {
      if (heldUntil - Date.now() > half) return;
      renewHold(orderId).then(
        (renewed) => {
          heldUntil = toLocalClock(renewed.expiresAt);
          setStage((now) => (now.at === 'paying' ? { ...now, heldUntil } : now));
        },
        // The time that is left is shown, whatever the shop says.
        () => {},
      );
    }, renewRhythm);
    const answer = await popup.answer.finally(() => clearInterval(renewing));
    setStage({ at: 'asking' });
    if (answer.outcome === 'closed') return closedPopup(heldUntil);
    if (answer.outcome === 'failed') return failedPayment(answer.words, heldUntil);
    proof.current = { of: answer.proof, orderId, heldUntil };
    const attempt = currentAttempt();
    if (attempt) storeAttempt({ ...attempt, isPaid: true });
    return confirm();
  }

  /** Tells the shop what the bank has signed. */
  async function confirm(): Promise<PaymentMessage | undefined> {
    if (!proof.current) return undefined;
    const { of, orderId, heldUntil } = proof.current;
    try {
      const answer = await verifyPayment(of);
      if (answer.success) await showPlaced(answer.order);
      else {
        // From now on the shop itself knows whether the payment is pending.
        const attempt = currentAttempt();
        if (attempt) storeAttempt({ ...attempt, isPaid: false });
        await leaveFor(orderId);
      }
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      const attempt = currentAttempt();
      if (failure.problem === 'payment-failed' && attempt) storeAttempt({ ...attempt, isPaid: false });
      // After a clear no the next press is another attempt.
      if (failure.problem === 'payment-returned') {
        clearAttempt();
        await refreshCustomerData(cartQuery);
      }
      return unconfirmedPayment(failure, heldUntil);
    }
  }

  async function tellError(failure: RequestFailed, method: 'COD' | 'Online') {
    const undecided = failure.problem === 'payment-undecided' && textAt(failure.body, 'orderId');
    if (undecided) return withTheBank(undecided);
    const orderId = currentAttempt()?.orderId;
    if (failure.problem === 'already-paid' && orderId) {
      clearAttempt();
      await leaveFor(orderId);
      return undefined;
    }
    if (failure.problem === 'cart-changed' || failure.problem === 'cart-empty')
      await refreshCustomerData(cartQuery);
    if (failure.fields.length > 0) {
      await untilSpun();
      onFields(
        failure.message,
        failure.fields.map(({ field, message }) => ({ field: field.split('.').at(-1) ?? field, message })),
      );
      return undefined;
    }
    return refusedOrder(failure, method);
  }

  async function showPlaced(order: PlacedOrder) {
    await setCustomerData(orderQuery(order._id), () => order);
    await untilSpun();
    clearAttempt();
    clearDraft();
    await leaveFor(order._id);
  }

  async function leaveFor(orderId: string) {
    await navigate(`/account?placed=${encodeURIComponent(orderId)}`, { replace: true });
    void refreshCustomerData(cartQuery);
  }

  /**
   * Shows what has become of a payment that began earlier: before a reload, on another page, or on another device. A confirmed one
   * opens its order only if nothing else is in the cart: otherwise this checkout is about something else.
   */
  const checkEarlierPayment = useEffectEvent(async (orderId: string) => {
    if (inFlight.current) return;
    const attempt = currentAttempt()?.orderId === orderId ? currentAttempt() : undefined;
    const order = await fetchOrder(orderId).catch((error: unknown) => {
      if (attempt && asFailure(error).status === 404) clearAttempt();
    });
    if (!order || inFlight.current) return;
    const heldUntil = order.expiresAt === null ? 0 : toLocalClock(order.expiresAt);
    const isUnpaid = order.state === 'pending_payment';
    if (isUnpaid && (order.paymentPending || attempt?.isPaid)) return showOnce(withTheBank(orderId));
    if (isUnpaid && heldUntil > Date.now()) return showOnce(closedPopup(heldUntil));
    if (attempt) clearAttempt();
    if (order.state !== 'placed') return showOnce(undefined);
    const cart = await cartQuery.fetch(AbortSignal.timeout(20_000)).catch(() => undefined);
    if (!cart || cart.items.length === 0) return showPlaced(order);
    await setCustomerData(cartQuery, () => cart);
    showOnce(placedMeanwhile(order));
  });

  /** A repeated message must not take the focus again. */
  function showOnce(message: PaymentMessage | undefined) {
    setNotice((shown) =>
      shown?.text === message?.text && shown?.title === message?.title ? shown : message,
    );
  }

  useEffect(() => {
    const orderId = currentAttempt()?.orderId;
    if (userId && orderId) void checkEarlierPayment(orderId);
  }, [userId]);
  const pendingOrder = notice?.isPending ? notice.orderId : undefined;
  useEffect(() => {
    if (!pendingOrder) return;
    const polling = setInterval(() => void checkEarlierPayment(pendingOrder), pollInterval);
    return () => clearInterval(polling);
  }, [pendingOrder]);

  return {
    stage,
    notice,
    pay,
    /** Asks the shop once more about a payment whose answer was lost. */
    verify: () => take(confirm),
    showNotice: setNotice,
  };
}

/** Asks with the key of this wish's attempt. A key that the shop has done with makes room for a new one, once. */
async function withKey<T>({ userId, details }: PayInput, ask: (key: string) => Promise<T>): Promise<T> {
  const wish = JSON.stringify([userId, details]);
  // The cart's own changes come first: what is ordered is what is shown.
  const askOnce = () => changeInOrder(() => ask(attemptFor(wish).key));
  try {
    return await askOnce();
  } catch (error) {
    if (!(error instanceof RequestFailed) || !['order-closed', 'key-reused'].includes(error.problem))
      throw error;
    clearAttempt();
    return askOnce();
  }
}
