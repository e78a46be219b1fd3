import type { ProviderName } from './payment-facts.ts';

/** A payment as the provider reports it. Amounts are in paise. */
export type ProviderPayment = {
  id: string;
  orderId: string;
  amountPaise: number;
  currency: string;
  /**
   * If the status is `captured`, the shop has received the money. A payment with the status `authorized` must still be captured.
   */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
};

/**
 * Minimum amount of a refund in paise. Razorpay rejects any smaller refund: https://razorpay.com/docs/api/refunds/create-normal/
 */
export const minRefundPaise = 100;

export type ProviderEvent =
  | { kind: 'payment'; payment: ProviderPayment }
  /** `receipt` is the `key` of the refund request. It is undefined if the shop did not request the refund. */
  | { kind: 'refund'; refundId: string; receipt: string | undefined; status: 'processed' | 'failed' }
  /** An event that the shop ignores, such as `refund.created`. */
  | { kind: 'other'; name: string };

/** The signed result that the provider's payment popup returns. */
export type Callback = { orderId: string; paymentId: string; signature: string };

/**
 * A payment provider. HTTP requests time out after 8 seconds. A request rejects with {@link ProviderUnavailable} if a retry can
 * succeed, otherwise with {@link ProviderRejected}. `createOrder` charges nothing.
 */
export type PaymentProvider = {
  name: ProviderName;
  /** The public key that identifies the shop in the payment popup. */
  keyId: string;
  /** Creates an order at the provider. A second call with the same receipt returns the same order. */
  createOrder(input: { receipt: string; amountPaise: number; currency: string }): Promise<{ id: string }>;
  /** Returns true if the provider signed the callback. Compares signatures in constant time. */
  isGenuine(callback: Callback): boolean;
  /**
   * Returns the id of a webhook event. Returns undefined if the provider did not sign `body`, or if the id is missing or invalid.
   */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** Parses the stored body of a webhook event. @throws ZodError if the body is not an event */
  readEvent(body: string): ProviderEvent;
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Requests a refund. Another call with the same key does not refund the money again. */
  refund(input: {
    key: string;
    paymentId: string;
    amountPaise: number;
  }): Promise<{ id: string; status: 'pending' | 'processed' | 'failed' }>;
};

/** Thrown if a retry can succeed. The provider may already have processed the request. */
export class ProviderUnavailable extends Error {}

/** Thrown if the provider rejected the request. The request is not retried automatically. */
export class ProviderRejected extends Error {}

export const isProviderError = (error: unknown): error is ProviderUnavailable | ProviderRejected =>
  error instanceof ProviderUnavailable || error instanceof ProviderRejected;
