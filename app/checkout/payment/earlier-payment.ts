import { asFailure } from '../../foundation/http/api-client.ts';
import {
  askingBankMessage,
  checkedPaymentMessage,
  confirmedEarlierPaymentMessage,
  type PaymentMessage,
  signInToCheckMessage,
} from './messages.ts';
import { showPlaced } from './pay.ts';
import type { PayTools } from './pay-tools.ts';
import { changeAttempt, clearAttempt, currentAttempt } from './payment-attempt.ts';
import { isIdle } from './payment-state.ts';
import { onBankMessage } from './popup.ts';

/** Interval in milliseconds at which the bank is asked about a pending payment. */
const pendingIntervalMs = 4000;
/**
 * Interval in milliseconds at which the bank is asked about an unpaid order that the customer can still pay in another window.
 */
const openIntervalMs = 15_000;

/**
 * Checks a payment that was started before a reload, on another page or on another device, and shows its state. Without an id,
 * checks the customer's unpaid order. If the order is placed, opens the order's page, or only shows a notice if the cart has
 * lines. Does nothing while an order is in progress.
 */
export async function checkEarlierPayment(tools: PayTools, orderId?: string): Promise<void> {
  const { api, getState, dispatch } = tools;
  const update = (notice: PaymentMessage | undefined) => dispatch({ type: 'update', notice });
  if (!isIdle(getState())) return;
  const attempt =
    orderId !== undefined && currentAttempt()?.orderId === orderId ? currentAttempt() : undefined;
  if (orderId !== undefined && !getState().notice) update(askingBankMessage(orderId));
  const check = await api.checkPayment(orderId).catch((error: unknown) => {
    if (orderId !== undefined && isIdle(getState())) showFailure(asFailure(error).status, orderId);
  });
  const order = check?.order;
  if (!check || !order || !isIdle(getState())) return;
  const isUnlisted = check.payment === 'not-begun' && attempt?.isReportedPaid;
  const payment = isUnlisted ? 'pending' : check.payment;
  if (payment === 'failed' && attempt) changeAttempt({ isReportedPaid: false });
  const heldUntil = order.expiresAt === null ? 0 : api.toLocalClock(order.expiresAt);
  if (payment !== 'placed' && payment !== 'over')
    return update(checkedPaymentMessage(payment, { ...order, orderId: order._id, heldUntil }));
  if (attempt) clearAttempt();
  if (payment === 'over') {
    update(
      order.state === 'expired'
        ? checkedPaymentMessage(payment, { ...order, orderId: order._id, heldUntil })
        : undefined,
    );
    // Check the unpaid order too, because the customer may have replaced this order with a newer order in another browser.
    return orderId === undefined ? undefined : checkEarlierPayment(tools);
  }
  if (order.state !== 'placed') return update(undefined);
  const cart = await tools.readCart().catch(() => undefined);
  if (!cart || cart.items.length === 0) return showPlaced(tools, order);
  await tools.storeCart(cart);
  update(confirmedEarlierPaymentMessage(order));

  function showFailure(status: number, id: string) {
    if (status === 404 && attempt) clearAttempt();
    if (status === 404) return update(undefined);
    update(status === 401 ? signInToCheckMessage : askingBankMessage(id));
  }
}

/**
 * Calls `check` while the notice is shown: at an interval, when the page becomes visible, and when the bank's window reports a
 * result. Returns a function that stops the calls. Returns undefined if the notice has no order to check.
 */
export function watchPayment(notice: PaymentMessage | undefined, check: (orderId: string) => void) {
  const orderId = notice?.watches;
  if (!orderId) return undefined;
  const checkAgain = () => check(orderId);
  const onVisible = () => document.visibilityState === 'visible' && checkAgain();
  const timer = setInterval(checkAgain, notice.isPending ? pendingIntervalMs : openIntervalMs);
  const stopListening = onBankMessage(checkAgain);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    stopListening();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
