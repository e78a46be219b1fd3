import type { RequestFailed } from '../../foundation/http/api-client.ts';
import type { PlacedOrder } from '../../orders/contract.ts';
import type { PaymentCheck } from '../contract.ts';

/** Actions offered in a notice, in addition to Pay Now. */
export type Offer = 'again' | 'cash' | 'login' | 'verify';

/** Notice about an order or its payment, shown beside the button Pay Now. */
export type PaymentMessage = {
  /** Heading of the notice. */
  title?: string;
  text: string;
  /** End of the hold, in milliseconds since 1970. */
  heldUntil?: number;
  /** Id of the order that the notice is about. The notice links to the order. */
  orderId?: string;
  /** True for a pending payment: no other order can be placed until the bank has decided. */
  isPending?: boolean;
  /** Id of the order whose payment is asked about while the notice is shown. */
  watches?: string;
  offers: readonly Offer[];
};

const somethingWrong = 'Something went wrong!';

/** Notice for a customer whose session has ended. */
export const signInRequiredMessage: PaymentMessage = {
  title: 'Please login to place order!',
  text: 'Nothing that you typed is lost.',
  offers: ['login'],
};

/** Notice while the bank is asked, or cannot be reached. */
export function askingBankMessage(orderId: string): PaymentMessage {
  return {
    isPending: true,
    title: 'We are asking the bank …',
    text: 'As soon as we know about your payment, this page tells you. Please do not pay again.',
    watches: orderId,
    offers: [],
  };
}

/** Notice for a customer who was signed out before the bank was asked. */
export const signInToAskMessage: PaymentMessage = {
  ...signInRequiredMessage,
  title: 'Please login to see your payment.',
  text: 'We ask the bank about it as soon as you have signed in. Please do not pay again.',
  isPending: true,
};

/** Returns the notice about the bank's response. Returns undefined for a paid order, whose page is shown. */
export function checkedPaymentMessage(
  payment: PaymentCheck['payment'],
  orderId: string,
  heldUntil: number,
): PaymentMessage | undefined {
  const isOpen = { heldUntil, watches: orderId, offers: ['again', 'cash'] } as const;
  switch (payment) {
    case 'placed':
      return undefined;
    case 'pending':
      return pendingPaymentMessage(orderId);
    case 'unknown':
      return askingBankMessage(orderId);
    case 'not-begun':
      return { title: 'Payment not completed.', text: 'Nothing was charged.', ...isOpen };
    case 'failed':
      return { ...failedPaymentMessage(undefined, heldUntil), ...isOpen };
    case 'returned':
      return {
        title: 'Your money goes back to you.',
        text: 'The bank returns this payment in five to seven working days.',
        ...isOpen,
      };
    case 'over':
      return {
        title: 'The time for this payment is over, so no order was placed.',
        text: 'Your cart is as it was. If money comes from your bank after all, we write to you: your order is placed if its pieces are still there and you have not started again, and otherwise the money goes back to you.',
        offers: ['again', 'cash'],
      };
  }
}

export function failedPaymentMessage(bankText: string | undefined, heldUntil: number): PaymentMessage {
  const text = bankText
    ? `The bank did not take the payment: ${bankText}`
    : 'The bank did not take the payment. Nothing was charged.';
  return { title: 'Payment failed.', text, heldUntil, offers: ['again', 'cash'] };
}

/** Returns the notice for a failed request to place a cash order or to start a payment. */
export function orderRequestFailedMessage(failure: RequestFailed, method: 'COD' | 'Online'): PaymentMessage {
  const { status, problem, message: text } = failure;
  if (status === 401) return signInRequiredMessage;
  if (problem === 'script-blocked' || problem === 'bank-unavailable')
    return { text, offers: ['again', 'cash'] };
  if (status === 0) {
    const what = method === 'COD' ? 'your order was placed' : 'the payment can begin';
    return {
      title: somethingWrong,
      text: `We could not find out whether ${what}. Check your connection and try again: it stays one order, however often you press.`,
      offers: ['again'],
    };
  }
  if (status >= 500)
    return { title: somethingWrong, text: `${text} Nothing was charged.`, offers: ['again'] };
  return { text, offers: [] };
}

/** Returns the notice for a signed payment that could not be confirmed. */
export function unconfirmedPaymentMessage(
  failure: RequestFailed,
  { orderId, heldUntil }: { orderId: string; heldUntil: number },
): PaymentMessage {
  const { status, problem, message } = failure;
  if (problem === 'payment-failed') return failedPaymentMessage(undefined, heldUntil);
  if (problem === 'payment-returned') return { title: somethingWrong, text: message, offers: [] };
  if (status === 401) {
    return {
      ...signInRequiredMessage,
      text: 'Your payment is with the bank, and we place the order as soon as the bank tells us. Please do not pay again.',
      isPending: true,
    };
  }
  if (status === 0 || status >= 500) {
    return {
      title: somethingWrong,
      text: 'Your payment is with the bank, but we could not find out whether the order is placed. It will be, as soon as the bank tells us, and we write to you. Please do not pay again.',
      offers: ['verify'],
      isPending: true,
      watches: orderId,
    };
  }
  return {
    title: somethingWrong,
    text: 'We could not confirm the payment. If the bank has taken your money, we ask the bank ourselves: either your order is placed and we write to you, or the money goes back in five to seven working days. Please do not pay again before that.',
    offers: [],
  };
}

/** Returns the notice about the pending payment of an earlier order. */
export function pendingPaymentMessage(orderId: string): PaymentMessage {
  return {
    isPending: true,
    title: 'We are asking the bank …',
    text: 'Your bank has not answered yet. We place the order as soon as it does, and write to you. Please do not pay again.',
    orderId,
    watches: orderId,
    offers: [],
  };
}

/** Returns the notice about an earlier order that was paid and placed, for a checkout with another cart. */
export function confirmedEarlierPaymentMessage({
  _id,
  channel_order_id: number,
}: PlacedOrder): PaymentMessage {
  return {
    title: `Your payment has arrived, and order ${number} is placed.`,
    text: 'What is in your cart now is not part of it.',
    orderId: _id,
    offers: [],
  };
}
