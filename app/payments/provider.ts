/** A payment as reported by the provider. Amounts are in paise. */
export type ProviderPayment = {
  id: string;
  orderId: string;
  amountPaise: number;
  currency: string;
  /** The money is received once the status is `captured`. An `authorized` payment must be captured first. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
};

/**
 * Minimum amount of a refund at a provider, in paise. Razorpay rejects smaller refunds, in full and in part:
 * https://razorpay.com/docs/api/refunds/create-normal/
 */
export const minRefundPaise = 100;

/** A webhook event of a provider. */
export type ProviderEvent =
  | { kind: 'payment'; payment: ProviderPayment }
  /** `receipt` is the `key` of the refund request; undefined if the shop did not request the refund. */
  | { kind: 'refund'; refundId: string; receipt: string | undefined; status: 'processed' | 'failed' }
  /** An event that the shop does not handle, such as `refund.created`. */
  | { kind: 'other'; name: string };

/** The result of the payment popup, signed by the provider. */
export type Callback = { orderId: string; paymentId: string; signature: string };

/**
 * A payment provider. `createOrder` charges nothing. HTTP requests time out after 8 seconds. A request rejects with {@link
 * ProviderUnavailable} if a retry can succeed, otherwise with {@link ProviderRejected}.
 */
export type PaymentProvider = {
  name: 'razorpay' | 'pretend-bank';
  /** The public key that the popup sends to the provider. */
  keyId: string;
  /** Idempotent per receipt. */
  createOrder(input: { receipt: string; amountPaise: number; currency: string }): Promise<{ id: string }>;
  /** True if the provider signed the callback. Compares in constant time. */
  isGenuine(callback: Callback): boolean;
  /** Returns the id of a webhook event. Returns undefined if the provider did not sign `body`, or without a valid id. */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** Parses a stored webhook body. @throws ZodError if the body is not an event */
  readEvent(body: string): ProviderEvent;
  /** Lists the attempts to pay an order. */
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Idempotent per key. */
  refund(input: {
    key: string;
    paymentId: string;
    amountPaise: number;
  }): Promise<{ id: string; status: 'pending' | 'processed' | 'failed' }>;
};

/** Thrown if a retry can succeed. The provider may have processed the request. */
export class ProviderUnavailable extends Error {}

/** Thrown if the provider rejected the request. The request is not retried automatically. */
export class ProviderRejected extends Error {}
