import { asFailure } from '../../foundation/http/api-client.ts';
import { paymentProviders } from '../../payments/payment-facts.ts';
import type { PaymentOrder } from '../contract.ts';
import {
  askingBankMessage,
  checkedPaymentMessage,
  failedPaymentMessage,
  signInToCheckMessage,
  unconfirmedPaymentMessage,
} from './messages.ts';
import { failedOrder, type Outcome, type PayInput, type PayTools } from './pay-tools.ts';
import { changeAttempt, clearAttempt, withKey } from './payment-attempt.ts';
import type { SignedPayment } from './payment-state.ts';
import type { BankWindow, Popup } from './popup.ts';

/** Interval in milliseconds at which the page checks whether the stock hold must be renewed. */
const renewIntervalMs = 30_000;

/**
 * Creates the payment of an order, opens the payment window and verifies its result. Waits for pending changes of the cart.
 * `blank` is the window opened by the click: null if the browser blocked it, undefined if none is needed. Never rejects.
 */
export async function payOnline(
  tools: PayTools,
  input: PayInput,
  blank: BankWindow | null | undefined,
): Promise<Outcome> {
  const { api, afterCartChanges, loadProvider, openPopup } = tools;
  try {
    // Load the provider's script first. If loading fails, no payment is started and no stock is held.
    if (blank === undefined) await loadProvider();
    const payment = await withKey(input, (key) =>
      afterCartChanges(() => api.createPaymentOrder(key, input.details)),
    );
    changeAttempt({ orderId: payment.orderId });
    const popup = await openPopup(payment, blank);
    const opensByScript = paymentProviders[payment.provider].opens === 'script';
    return await waitForPopup(tools, payment, popup, opensByScript || Boolean(blank));
  } catch (error) {
    blank?.close();
    return failedOrder(tools, error, 'Online');
  }
}

/** Waits for the result of the payment window and verifies a signed payment. Renews the stock hold after half of its time. */
async function waitForPopup(
  tools: PayTools,
  { orderId, expiresAt }: PaymentOrder,
  popup: Popup,
  isOpen: boolean,
): Promise<Outcome> {
  const { api, dispatch } = tools;
  let heldUntil = api.toLocalClock(expiresAt);
  const half = (heldUntil - Date.now()) / 2;
  dispatch({ type: 'pay', popup, isOpen, heldUntil });
  const renewing = setInterval(() => {
    if (heldUntil - Date.now() > half) return;
    api.renewHold(orderId).then(
      (renewed) => {
        heldUntil = api.toLocalClock(renewed.expiresAt);
        dispatch({ type: 'renew', heldUntil });
      },
      // Ignore a failed renewal of the stock hold, because the page still shows the remaining time.
      () => {},
    );
  }, renewIntervalMs);
  const result = await popup.result.finally(() => clearInterval(renewing));
  if (result.outcome === 'closed' || result.outcome === 'failed') {
    dispatch({ type: 'confirm' });
    if (result.outcome === 'closed') return checkClosedPayment(tools, orderId);
    return { kind: 'notice', notice: failedPaymentMessage(result.text, heldUntil) };
  }
  const signed = { proof: result.proof, orderId, heldUntil };
  dispatch({ type: 'confirm', signed });
  changeAttempt({ isReportedPaid: true });
  return verifySignedPayment(tools, signed);
}

/** Checks a payment whose payment window was closed, because the payment may have begun. Never rejects. */
async function checkClosedPayment({ api }: Pick<PayTools, 'api'>, orderId: string): Promise<Outcome> {
  try {
    const { order, payment } = await api.checkPayment(orderId);
    if (payment === 'placed' && order) return { kind: 'placed', order };
    const heldUntil = order?.expiresAt ? api.toLocalClock(order.expiresAt) : 0;
    const notice = checkedPaymentMessage(payment, { ...order, orderId, heldUntil });
    return { kind: 'notice', notice: notice ?? askingBankMessage(orderId) };
  } catch (error) {
    const isSignedOut = asFailure(error).status === 401;
    return { kind: 'notice', notice: isSignedOut ? signInToCheckMessage : askingBankMessage(orderId) };
  }
}

/** Verifies a signed payment, which places its order. Never rejects. */
export async function verifySignedPayment(
  { api, refreshCart }: Pick<PayTools, 'api' | 'refreshCart'>,
  { proof, orderId, heldUntil }: SignedPayment,
): Promise<Outcome> {
  try {
    const response = await api.verifyPayment(proof);
    if (response.success) return { kind: 'placed', order: response.order };
    // The server has stored that the payment is pending, so the order attempt in this tab no longer needs to store it.
    changeAttempt({ isReportedPaid: false });
    return { kind: 'open-order', orderId };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.problem === 'payment-failed') changeAttempt({ isReportedPaid: false });
    // The payment was refunded, so the next order must start a new order attempt.
    if (failure.problem === 'payment-returned') {
      clearAttempt();
      await refreshCart();
    }
    return { kind: 'notice', notice: unconfirmedPaymentMessage(failure, { orderId, heldUntil }) };
  }
}
