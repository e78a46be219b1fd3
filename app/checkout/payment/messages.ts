import type { RequestFailed } from '../../foundation/http/api-client.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import { undecidedText, unpaidOrderText } from '../../orders/unpaid-text.ts';
import { refundDays, refundTime } from '../../payments/payment-facts.ts';
import type { PaymentCheck } from '../contract.ts';

/** Actions offered in a notice, in addition to the Pay Now button. */
export type Offer = 'again' | 'cash' | 'login' | 'verify';

/** Notice about an order or its payment, shown beside the Pay Now button. */
export type PaymentMessage = {
  title?: string;
  text: string;
  /** End of the stock hold, in milliseconds since 1970. */
  heldUntil?: number;
  /** Id of the order that the notice links to. */
  orderId?: string;
  /** True for a pending payment, which blocks other orders until the bank has decided. */
  isPending?: boolean;
  /** Id of the order whose payment is checked at intervals while the notice is shown. */
  watches?: string;
  offers: readonly Offer[];
};

const somethingWrong = 'Something went wrong!';

/** Sentence shown after a failed payment. The bank may show a charge even if the shop has not received the money. */
const chargeText = `If your bank shows a charge, either this order is placed or the money is returned to you, usually within ${refundDays}.`;

export const signInRequiredMessage: PaymentMessage = {
  title: 'Please login to place order!',
  text: 'Nothing you typed is lost.',
  offers: ['login'],
};

/** Notice shown while the bank is being asked, or cannot be reached. */
export function askingBankMessage(orderId: string): PaymentMessage {
  return {
    isPending: true,
    title: 'We are asking the bank …',
    text: 'This page will update as soon as we hear about your payment. Please do not pay again.',
    watches: orderId,
    offers: [],
  };
}

/** Notice for a customer who was signed out before the bank was asked. */
export const signInToCheckMessage: PaymentMessage = {
  ...signInRequiredMessage,
  title: 'Please log in to see your payment.',
  text: 'We will ask the bank about it as soon as you have signed in. Please do not pay again.',
  isPending: true,
};

/** The order of a payment. `heldUntil` is the end of its stock hold, in milliseconds since 1970. */
type OrderOfPayment = { orderId: string; heldUntil: number } & Pick<PlacedOrder, 'supersededReason'>;

/** Returns the notice about the bank's response. Returns undefined for a paid order, whose page is shown. */
export function checkedPaymentMessage(
  payment: PaymentCheck['payment'],
  { orderId, heldUntil, ...order }: OrderOfPayment,
): PaymentMessage | undefined {
  const openPayment = { heldUntil, watches: orderId, offers: ['again', 'cash'] } as const;
  switch (payment) {
    case 'placed':
      return undefined;
    case 'pending':
      return pendingPaymentMessage(orderId);
    case 'unknown':
      return askingBankMessage(orderId);
    case 'not-begun':
      return { title: 'Payment not completed.', text: chargeText, ...openPayment };
    case 'failed':
      return { ...failedPaymentMessage(undefined, heldUntil), ...openPayment };
    case 'returned':
      return {
        title: 'Your payment is being refunded.',
        text: `Your money reaches you ${refundTime}.`,
        ...openPayment,
      };
    case 'over': {
      const { title, text } = unpaidOrderText(order);
      // A newer order may have removed the units of this order from the cart.
      const cart = order.supersededReason === 'new-order' ? '' : 'Your cart has not changed. ';
      return { title, text: `${cart}${text}`, offers: ['again', 'cash'] };
    }
  }
}

export function failedPaymentMessage(bankText: string | undefined, heldUntil: number): PaymentMessage {
  const reason = bankText
    ? `The bank did not take the payment: ${bankText.replace(/[^.!?]$/, '$&.')}`
    : 'This payment did not go through.';
  return { title: 'Payment failed.', text: `${reason} ${chargeText}`, heldUntil, offers: ['again', 'cash'] };
}

export function orderRequestFailedMessage(failure: RequestFailed, method: 'COD' | 'Online'): PaymentMessage {
  const { status, problem, message: text } = failure;
  if (status === 401) return signInRequiredMessage;
  if (problem === 'script-blocked' || problem === 'bank-unavailable')
    return { text, offers: ['again', 'cash'] };
  if (status === 0) {
    const what =
      method === 'COD'
        ? 'We could not find out whether your order was placed.'
        : 'We could not find out whether the payment can start.';
    return {
      title: somethingWrong,
      text: `${what} Please check your connection and try again. You will not order twice.`,
      offers: ['again'],
    };
  }
  if (status >= 500) return { title: somethingWrong, text, offers: ['again'] };
  return { text, offers: [] };
}

/** Returns the notice after the payment window has reported a payment that the server could not confirm. */
export function unconfirmedPaymentMessage(
  failure: RequestFailed,
  { orderId, heldUntil }: { orderId: string; heldUntil: number },
): PaymentMessage {
  const { status, problem, message } = failure;
  if (problem === 'payment-failed') return failedPaymentMessage(undefined, heldUntil);
  if (problem === 'payment-returned') return { title: somethingWrong, text: message, offers: [] };
  if (status === 401) {
    return {
      ...signInToCheckMessage,
      text: `Your payment is with the bank. ${undecidedText} Please do not pay again.`,
    };
  }
  if (status === 0 || status >= 500) {
    return {
      title: somethingWrong,
      text: `Your payment is with the bank, but we could not find out whether the order is placed. ${undecidedText} Please do not pay again.`,
      offers: ['verify'],
      isPending: true,
      watches: orderId,
    };
  }
  return {
    title: somethingWrong,
    text: `We could not confirm the payment. We will ask the bank ourselves. If it has taken your money, we will either place your order and email you, or refund you. A refund reaches you ${refundTime}. Please do not pay again until you hear from us.`,
    offers: [],
  };
}

export function pendingPaymentMessage(orderId: string): PaymentMessage {
  return {
    isPending: true,
    title: 'We are asking the bank …',
    text: `Your bank has not answered yet. ${undecidedText} Please do not pay again.`,
    orderId,
    watches: orderId,
    offers: [],
  };
}

/** Returns the notice that an earlier order was paid and placed, shown if the cart now contains other products. */
export function confirmedEarlierPaymentMessage({
  _id,
  channel_order_id: number,
}: PlacedOrder): PaymentMessage {
  return {
    title: `Your payment has arrived, and order ${number} is placed.`,
    text: 'The pieces that are in your cart now are not part of it.',
    orderId: _id,
    offers: [],
  };
}
