import type { Cart } from '../../cart/contract.ts';
import { asFailure } from '../../foundation/http/api-client.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { propertyOf, textAt } from '../../foundation/parse-json.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import type * as checkoutApi from '../checkout-api.ts';
import type { OrderDetails, PaymentOrder } from '../contract.ts';
import { orderRequestFailedMessage, type PaymentMessage, pendingPaymentMessage } from './messages.ts';
import { clearAttempt, currentAttempt } from './payment-attempt.ts';
import type { PaymentAction, PaymentState } from './payment-state.ts';
import type { BankWindow, Popup } from './popup.ts';

export type PayInput = { userId: string; details: OrderDetails & { paymentMethod: 'COD' | 'Online' } };

/** Dependencies of the functions that place orders and take payments. Tests replace the dependencies. */
export type PayTools = {
  api: Omit<typeof checkoutApi, 'placedOrderQuery'>;
  getState(): PaymentState;
  dispatch(action: PaymentAction): void;
  /** Runs `work` after the pending changes of the cart, so that the order matches the displayed cart. */
  afterCartChanges<T>(work: () => Promise<T>): Promise<T>;
  /** Loads the provider's script. The pretend bank has none. */
  loadProvider(): Promise<unknown>;
  openPopup(payment: PaymentOrder, blank: BankWindow | null | undefined): Promise<Popup>;
  readCart(): Promise<Cart>;
  refreshCart(): Promise<void>;
  storeCart(cart: Cart): Promise<void>;
  showOrder(order: PlacedOrder): Promise<void>;
  /** Replaces the checkout in the browser's history with the order's page. */
  openOrder(orderId: string): Promise<void>;
  /** Called with the invalid fields of the form. */
  onFields(fields: FieldError[]): void;
};

/** Result of placing an order, or of verifying its payment. */
export type Outcome =
  | { kind: 'placed'; order: PlacedOrder }
  /** The order is paid or has a pending payment, so open the order's page, which shows the state. */
  | { kind: 'open-order'; orderId: string }
  | { kind: 'invalid-fields'; fields: FieldError[] }
  | { kind: 'notice'; notice: PaymentMessage };

/** Returns the outcome of a failed request to place a cash order or to create a payment. Refreshes the cart if it has changed. */
export async function failedOrder(
  { refreshCart }: Pick<PayTools, 'refreshCart'>,
  error: unknown,
  method: 'COD' | 'Online',
): Promise<Outcome> {
  const failure = asFailure(error);
  const { problem } = failure;
  const undecided = problem === 'payment-undecided' && textAt(failure.body, 'orderId');
  if (undecided) return { kind: 'notice', notice: pendingPaymentMessage(undecided) };
  const orderId = textAt(propertyOf(failure.body, 'order'), '_id') ?? currentAttempt()?.orderId;
  if (problem === 'already-paid' && orderId) {
    clearAttempt();
    return { kind: 'open-order', orderId };
  }
  if (problem === 'cart-changed' || problem === 'cart-empty') await refreshCart();
  if (failure.fields.length > 0) {
    const fields = failure.fields.map(({ field, message }) => ({
      field: field.split('.').at(-1) ?? field,
      message,
    }));
    return { kind: 'invalid-fields', fields };
  }
  return { kind: 'notice', notice: orderRequestFailedMessage(failure, method) };
}
