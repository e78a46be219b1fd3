import type { PaymentProvider, ProviderPayment } from '../../app/payments/provider.ts';

/** A payment provider that does what a test tells it, and remembers what it was asked. */
export type FakeProvider = PaymentProvider & {
  /** Every order that was opened, by its receipt. */
  opened: Map<string, string>;
  /** What it will answer when it is asked what became of an order. */
  attempts: Map<string, ProviderPayment[]>;
  /** Refunds by their key: the same key again gives nothing more. */
  refunded: Map<string, number>;
  captured: string[];
};

export function fakeProvider(): FakeProvider {
  const opened = new Map<string, string>();
  const attempts = new Map<string, ProviderPayment[]>();
  const refunded = new Map<string, number>();
  const captured: string[] = [];
  return {
    name: 'pretend-bank',
    keyId: 'key_test',
    opened,
    attempts,
    refunded,
    captured,
    createOrder: async ({ receipt }) => {
      const id = `order_${receipt}`;
      opened.set(receipt, id);
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
