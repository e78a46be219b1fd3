import type { Shop } from '../foundation/shop.server.ts';
import { takeDuePayment } from '../payments/payments.server.ts';
import type { PaymentProvider, ProviderPayment } from '../payments/provider.ts';
import { sendRefunds, settleRefund } from '../payments/refunds.server.ts';
import { handleWebhooks } from '../payments/webhooks.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { expireOrders } from './expire-orders.server.ts';

const betweenRounds = 5000;
const paymentsInARound = 20;

/** Does behind the counter what nobody waits for; any number of processes may have one. */
export type Clerk = {
  /** One round: what providers told us, orders that ran out of time, payments to ask about, refunds to send. */
  goRound(): Promise<void>;
  /** Begins to go round every few seconds; the timer does not keep the process alive. */
  start(): void;
  /** Goes round soon. */
  poke(): void;
  /** Ends the rounds, and waits for the one under way. */
  stop(): Promise<void>;
};

type Task = [name: string, task: () => Promise<unknown>];

/** `before` is done first in each round. */
export function openClerk(shop: Shop, provider: PaymentProvider, before: readonly Task[] = []): Clerk {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let running = false;
  let poked = false;
  let stopped = false;

  const tasks: Task[] = [
    ...before,
    [
      'what the provider told us',
      () => handleWebhooks(shop, provider, (body) => handleEvent(shop, provider, body)),
    ],
    ['orders that ran out of time', () => expireOrders(shop)],
    ['payments to ask about', () => askAboutPayments(shop, provider)],
    ['refunds to send', () => sendRefunds(shop, provider)],
  ];

  /** One task that fails does not keep the others from being done. */
  async function goRound() {
    for (const [name, task] of tasks) {
      if (stopped) return;
      await task().catch((error: unknown) => shop.log.error({ err: error, task: name }, 'the clerk failed'));
    }
  }

  function plan(wait: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = true;
      poked = false;
      round = goRound().finally(() => {
        running = false;
        plan(poked ? 0 : betweenRounds);
      });
    }, wait).unref();
  }

  return {
    goRound,
    start: () => plan(0),
    poke: () => {
      poked = true;
      if (timer && !running) plan(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** What a provider told us of its own accord. */
export async function handleEvent(shop: Shop, provider: PaymentProvider, body: string): Promise<void> {
  const event = provider.readEvent(body);
  if (event.kind === 'payment') await confirmPayment(shop, provider, event.payment);
  if (event.kind === 'refund') await settleRefund(shop, event);
}

/**
 * Asks the provider what became of payments that nobody told us about: the browser was closed, the webhook lost.
 * Answers how many were asked about.
 */
export async function askAboutPayments(shop: Shop, provider: PaymentProvider): Promise<number> {
  for (let asked = 0; asked < paymentsInARound; asked++) {
    const payment = await takeDuePayment(shop, provider.name);
    if (!payment) return asked;
    if (payment.providerOrderId === null) continue;
    const attempts = await provider.listPayments(payment.providerOrderId).catch((error: unknown) => {
      shop.log.warn(
        { payment: payment.id, err: error },
        'the provider could not say what became of a payment',
      );
      return [];
    });
    for (const attempt of attempts.toSorted(bestFirst)) await confirmPayment(shop, provider, attempt);
  }
  return paymentsInARound;
}

/** Money first: of several attempts the one that succeeded settles the order. */
function bestFirst(a: ProviderPayment, b: ProviderPayment): number {
  const rank = ({ status }: ProviderPayment) => (status === 'captured' ? 0 : status === 'authorized' ? 1 : 2);
  return rank(a) - rank(b);
}
