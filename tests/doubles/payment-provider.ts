import type { PaymentProvider, ProviderPayment } from '../../app/payments/provider.ts';

/** Creates a payment provider that a test controls. Records the requests. */
export function fakeProvider() {
  const created = new Map<string, string>();
  const attempts = new Map<string, ProviderPayment[]>();
  const refunded = new Map<string, number>();
  const captured: string[] = [];
  const provider: PaymentProvider = {
    name: 'pretend-bank',
    keyId: 'key_test',
    createOrder: async ({ receipt }) => {
      const id = `order_${receipt}`;
      created.set(receipt, id);
      return { id };
    },
    isGenuine: ({ signature }) => signature === 'genuine',
    readWebhook: () => ({ eventId: 'event' }),
    readEvent: () => ({ kind: 'other', name: 'nothing' }),
    listPayments: async (orderId) => attempts.get(orderId) ?? [],
    capture: async (payment) => {
      captured.push(payment.id);
      return { ...payment, status: 'captured' };
    },
    refund: async ({ key, amountPaise }) => {
      refunded.set(key, amountPaise);
      return { id: `rfnd_${key}`, status: 'processed' };
    },
  };
  return {
    ...provider,
    /** The ids of created orders by receipt. */
    created,
    /** The payment attempts that `listPayments` returns, by order id. */
    attempts,
    /** The amounts of refunds in paise, by idempotency key. */
    refunded,
    /** The ids of captured payments. */
    captured,
  };
}
