import { asFailure } from '../../foundation/http/api-client.ts';
import {
  closedPopupMessage,
  confirmedEarlierPaymentMessage,
  type PaymentMessage,
  pendingPaymentMessage,
} from './messages.ts';
import { showPlaced } from './pay.ts';
import type { PayTools } from './pay-tools.ts';
import { clearAttempt, currentAttempt } from './payment-attempt.ts';
import { isIdle } from './payment-state.ts';

/** Interval at which the order of a pending payment is polled, in milliseconds. */
const pollIntervalMs = 4000;

/**
 * Shows the state of an earlier payment, which was started before a reload, on another page or on another device. Opens the
 * page of a placed order if the cart is empty or cannot be read. If the cart has lines, shows a notice about the placed
 * order, because this checkout is for another cart. Removes the notice if the order can no longer be paid. Clears the stored
 * attempt if its order is missing, is placed or can no longer be paid. Does nothing while an order is in progress.
 */
export async function checkEarlierPayment(tools: PayTools, orderId: string): Promise<void> {
  const { api, getState, dispatch } = tools;
  const update = (notice: PaymentMessage | undefined) => dispatch({ type: 'update', notice });
  if (!isIdle(getState())) return;
  const attempt = currentAttempt()?.orderId === orderId ? currentAttempt() : undefined;
  const order = await api.fetchOrder(orderId).catch((error: unknown) => {
    if (attempt && asFailure(error).status === 404) clearAttempt();
  });
  if (!order || !isIdle(getState())) return;
  const heldUntil = order.expiresAt === null ? 0 : api.toLocalClock(order.expiresAt);
  const isUnpaid = order.state === 'pending_payment';
  if (isUnpaid && (order.paymentPending || attempt?.isReportedPaid))
    return update(pendingPaymentMessage(orderId));
  if (isUnpaid && heldUntil > Date.now()) return update(closedPopupMessage(heldUntil));
  if (attempt) clearAttempt();
  if (order.state !== 'placed') return update(undefined);
  const cart = await tools.readCart().catch(() => undefined);
  if (!cart || cart.items.length === 0) return showPlaced(tools, order);
  await tools.storeCart(cart);
  update(confirmedEarlierPaymentMessage(order));
}

/** Calls `check` every four seconds. Returns a function that stops the calls, or undefined without an order. */
export function pollPending(orderId: string | undefined, check: (orderId: string) => void) {
  if (!orderId) return undefined;
  const timer = setInterval(() => check(orderId), pollIntervalMs);
  return () => clearInterval(timer);
}

/** Returns the id of the order to poll while this notice is shown. Returns undefined without a pending payment or an id. */
export const pendingOrderOf = (notice: PaymentMessage | undefined): string | undefined =>
  notice?.isPending ? notice.orderId : undefined;
