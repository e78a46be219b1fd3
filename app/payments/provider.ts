/** A payment as its provider tells it. Amounts in paise. */
export type ProviderPayment = {
  id: string;
  orderId: string;
  amountPaise: number;
  currency: string;
  /** Only `captured` is money; `authorized` becomes so when it is captured. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
};

/** What a provider tells of its own accord. */
export type ProviderEvent =
  | { kind: 'payment'; payment: ProviderPayment }
  /** `receipt` is the key that the refund was asked for with. */
  | { kind: 'refund'; refundId: string; receipt: string | undefined; status: 'processed' | 'failed' }
  /** Something that does not concern an order's money. */
  | { kind: 'other'; name: string };

/** What the popup gives back to the page that opened it. */
export type Callback = { orderId: string; paymentId: string; signature: string };

/**
 * Somebody who takes money for the shop. Each act outside stands beside its undo: `createOrder` charges nothing by
 * itself, and what `capture` has taken `refund` gives back. Calls end within eight seconds and reject with
 * {@link ProviderUnavailable} when no clear answer came; all of them may be asked again.
 */
export type PaymentProvider = {
  name: 'razorpay' | 'pretend-bank';
  /** The public key that the popup needs. */
  keyId: string;
  /** The same receipt again answers the same order. */
  createOrder(input: { receipt: string; amountPaise: number; currency: string }): Promise<{ id: string }>;
  /** True when the provider itself has signed this. Compared in constant time. */
  isGenuine(callback: Callback): boolean;
  /**
   * What a webhook says, and its own name by which it is known again; `undefined` when it is not signed by the
   * provider. The signature is checked over the very bytes, before anything is read from them.
   */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** The event in a stored body. */
  readEvent(body: string): ProviderEvent;
  /** Every attempt to pay an order. */
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** The same key again refunds nothing more. */
  refund(input: {
    key: string;
    paymentId: string;
    amountPaise: number;
  }): Promise<{ id: string; status: 'pending' | 'processed' | 'failed' }>;
};

/** The provider did not answer, or not clearly: what was asked may or may not have happened. */
export class ProviderUnavailable extends Error {}

/** The provider refused for good: asking again would not help. */
export class ProviderRejected extends Error {}
