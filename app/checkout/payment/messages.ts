import type { RequestFailed } from '../../foundation/http/api-client.ts';
import type { PlacedOrder } from '../../orders/contract.ts';

/** What the shopper can do next, beside pressing Pay Now. */
export type Offer = 'again' | 'cash' | 'login' | 'verify';

/** What is said beside the button when an order was not placed. */
export type PaymentMessage = {
  /** Said first, and in bold. */
  title?: string;
  text: string;
  /** Until when the pieces are held, in milliseconds since 1970. */
  heldUntil?: number;
  /** The order that it is about, where the shopper can follow it. */
  orderId?: string;
  /** True while a payment is with the bank: nothing else can be ordered until the bank has decided. */
  isPending?: boolean;
  offers: readonly Offer[];
};

const somethingWrong = 'Something went wrong!';

/** S-CHK-15, S-ERR-01. */
export const signInRequired: PaymentMessage = {
  title: 'Please login to place order!',
  text: 'Nothing that you typed is lost.',
  offers: ['login'],
};

export function closedPopup(heldUntil: number): PaymentMessage {
  return {
    title: 'Payment not completed.',
    text: 'Nothing was charged.',
    heldUntil,
    offers: ['again', 'cash'],
  };
}

export function failedPayment(bankText: string | undefined, heldUntil: number): PaymentMessage {
  const text = bankText
    ? `The bank did not take the payment: ${bankText}`
    : 'The bank did not take the payment. Nothing was charged.';
  return { title: 'Payment failed.', text, heldUntil, offers: ['again', 'cash'] };
}

/** Why nothing was ordered, before any money could move. */
export function refusedOrder(failure: RequestFailed, method: 'COD' | 'Online'): PaymentMessage {
  const { status, problem, message: text } = failure;
  if (status === 401) return signInRequired;
  if (problem === 'script-blocked') return { text, offers: ['again', 'cash'] };
  if (problem === 'bank-unavailable') return { text, offers: ['again', 'cash'] };
  if (status === 0) {
    const what = method === 'COD' ? 'your order was placed' : 'the payment can begin';
    return {
      title: somethingWrong,
      text: `We could not hear whether ${what}. Look at your connection and try again: it stays one order, however often you press.`,
      offers: ['again'],
    };
  }
  if (status >= 500)
    return { title: somethingWrong, text: `${text} Nothing was charged.`, offers: ['again'] };
  return { text, offers: [] };
}

/** Why a payment that the bank had taken could not be confirmed, and where the money is. */
export function unconfirmedPayment(failure: RequestFailed, heldUntil: number): PaymentMessage {
  const { status, problem, message } = failure;
  if (problem === 'payment-failed') return failedPayment(undefined, heldUntil);
  if (problem === 'payment-returned') return { title: somethingWrong, text: message, offers: [] };
  if (status === 401) {
    return {
      ...signInRequired,
      text: 'Your payment is with the bank, and we place the order as soon as the bank tells us. Please do not pay again.',
      isPending: true,
    };
  }
  if (status === 0 || status >= 500) {
    return {
      title: somethingWrong,
      text: 'Your payment is with the bank, but we could not hear whether the order is placed. It will be, as soon as the bank tells us, and we write to you. Please do not pay again.',
      offers: ['verify'],
      isPending: true,
    };
  }
  return {
    title: somethingWrong,
    text: 'We could not confirm the payment. If the bank has taken your money, we ask the bank ourselves: either your order is placed and we write to you, or the money goes back in five to seven working days. Please do not pay again before that.',
    offers: [],
  };
}

/** For a customer who opens the checkout while a payment is pending. */
export function pendingPayment(orderId: string): PaymentMessage {
  return {
    isPending: true,
    title: 'Your bank has not answered yet.',
    text: 'We place the order as soon as it does, and write to you. Please do not pay again.',
    orderId,
    offers: [],
  };
}

/** For a customer who opens the checkout of another cart after a pending payment has been confirmed. */
export function confirmedEarlierPayment({ _id, channel_order_id: number }: PlacedOrder): PaymentMessage {
  return {
    title: `Your payment has arrived, and order ${number} is placed.`,
    text: 'What is in your cart now is not part of it.',
    orderId: _id,
    offers: [],
  };
}

/** `14:59`, and `0:00` when nothing is left. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
