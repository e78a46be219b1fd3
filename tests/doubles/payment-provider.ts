import type { PaymentProvider, ProviderPayment } from '../../app/payments/provider.ts';

/** A payment provider that a test controls. Records the requests. */
export type FakeProvider = PaymentProvider & {
  /** The ids of created orders by receipt. */
  created: Map<string, string>;
  /** The payment attempts that `listPayments` returns, by order id. */
  attempts: Map<string, ProviderPayment[]>;
  /** The amounts of refunds in paise, by idempotency key. */
  refunded: Map<string, number>;
  /** The ids of captured payments. */
  captured: string[];
};

export function fakeProvider(): FakeProvider {
  const created = new Map<string, string>();
  const attempts = new Map<string, ProviderPayment[]>();
  const refunded = new Map<string, number>();
  const captured: string[] = [];
  return {
    name: 'pretend-bank',
    keyId: 'key_test',
    created,
    attempts,
    refunded,
    captured,
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
}
