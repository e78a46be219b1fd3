import type { SqlMutant } from './sql-mutants.ts';

const queue = 'app/foundation/jobs/lease-queue.server.ts';
const outbox = 'app/foundation/email/email-worker.server.ts';
const outboxTest = ['app/foundation/email/email-worker.both-databases.test.ts'];
const inbox = 'app/foundation/jobs/webhook-inbox.server.ts';
const webhookTest = ['app/payments/webhook.db.test.ts'];
const courierTest = ['app/shipping/courier-inbox.db.test.ts'];
const refunds = 'app/payments/refunds.server.ts';
const refundsTest = ['app/payments/refunds.db.test.ts'];
const shipmentsTest = ['app/shipping/shipments.both-databases.test.ts'];
const shipments = 'app/shipping/shipment-worker.server.ts';
const payments = 'app/payments/payments.server.ts';

/** A guard of the queue that all workers use, and each worker whose test has to notice that it is gone. */
const inQueue = (
  original: string,
  replacement: string,
  killedBy: { breaks: string; tests: readonly string[]; title: string }[],
): SqlMutant[] => killedBy.map((one) => ({ file: queue, original, replacement, ...one }));

/** The workers' queues: what is done is not done again, what is leased is left alone, what has failed waits. */
export const workerMutants: readonly SqlMutant[] = [
  ...inQueue('where, isOpen, isNull', 'where, isNull', [
    {
      breaks: 'an email is sent again and again',
      tests: outboxTest,
      title: 'does not send an email again',
    },
    {
      breaks: 'a webhook event is handled again and again',
      tests: webhookTest,
      title: 'handles a webhook event once',
    },
    {
      breaks: 'a courier’s event is handled again and again',
      tests: courierTest,
      title: 'handles a courier event only once',
    },
    {
      breaks: 'a refund that the provider has taken on is asked for again',
      tests: refundsTest,
      title: 'if the webhook arrives before the response',
    },
  ]),
  ...inQueue('isOpen, isNull(table.failedAt), isDue', 'isOpen, isDue', [
    {
      breaks: 'an email that has failed for good is tried for ever',
      tests: outboxTest,
      title: 'then fails',
    },
    {
      breaks: 'a webhook event that has failed for good is tried for ever',
      tests: webhookTest,
      title: 'fails it after six tries',
    },
    {
      breaks: 'a courier’s event that has failed for good is tried for ever',
      tests: courierTest,
      title: 'fails a courier event after six tries',
    },
    {
      breaks: 'a refund that was set aside is asked for for ever',
      tests: refundsTest,
      title: 'retries a refund without a response after',
    },
    {
      breaks: 'a shipment that was set aside is asked about for ever',
      tests: shipmentsTest,
      title: 'fails a booking at once if the courier rejects',
    },
  ]),
  ...inQueue('(table.failedAt), isDue)', '(table.failedAt))', [
    {
      breaks: 'an email that failed is tried again at once',
      tests: outboxTest,
      title: 'retries after 1 minute',
    },
    {
      breaks: 'a webhook event that failed is tried again at once',
      tests: webhookTest,
      title: 'retries a webhook event after 1, 5, 30',
    },
    {
      breaks: 'a courier’s event that failed is tried again at once',
      tests: courierTest,
      title: 'rolls back the scans and retries the event',
    },
    {
      breaks: 'a refund that failed is asked for again at once',
      tests: refundsTest,
      title: 'retries a refund after a lost response',
    },
    {
      breaks: 'two workers ask a courier for one shipment at the same time',
      tests: shipmentsTest,
      title: 'skips a shipment that another process has leased',
    },
  ]),
  ...inQueue('nextTryAt: new Date(now.getTime() + leaseMs)', 'nextTryAt: now', [
    {
      breaks: 'an email is leased for no time, and two workers send it',
      tests: outboxTest,
      title: 'after the lease has expired, under the same id',
    },
  ]),
  ...inQueue(', isSameTry, ', ', ', [
    {
      breaks: 'a worker whose lease has ended writes over what the next one did',
      tests: outboxTest,
      title: 'does not let a worker with an expired lease overwrite the result of the next worker',
    },
    {
      breaks: 'a refund worker whose lease has ended writes over what the next one did',
      tests: refundsTest,
      title: 'let a worker whose lease has expired overwrite',
    },
  ]),
  ...inQueue(', mayWrite?.(row))', ')', [
    {
      breaks: 'a lost answer sets a refund aside that the bank has done',
      tests: refundsTest,
      title: 'keeps a refund done if the webhook confirms it',
    },
  ]),
  ...inQueue('and(where, isOpen', 'and(isOpen', [
    {
      breaks: 'the worker of one provider takes the events of another',
      tests: webhookTest,
      title: 'for its own provider only',
    },
  ]),
  ...inQueue('and(isNotNull(table.failedAt), where)', 'where', [
    {
      breaks: 'staff send an email twice that was sent',
      tests: outboxTest,
      title: 'resends only a failed email',
    },
  ]),
  ...inQueue(".for('update', { skipLocked: true })", ".for('update')", [
    {
      breaks: 'the emails’ workers wait for each other',
      tests: outboxTest,
      title: 'skips an email that another worker has locked',
    },
    {
      breaks: 'the pretend bank’s workers wait for each other',
      tests: ['sandbox/pretend-bank.db.test.ts'],
      title: 'skips webhooks that another worker has locked',
    },
    {
      breaks: 'the refunds’ workers wait for each other',
      tests: refundsTest,
      title: 'skips a refund that another worker has locked',
    },
  ]),
  {
    breaks: 'the webhooks’ queue forgets what was handled',
    file: inbox,
    original: 'isNull(table.handledAt)',
    replacement: 'isNull(table.failedAt)',
    tests: webhookTest,
    title: 'handles a webhook event once',
  },
  {
    breaks: 'the couriers’ queue forgets what was handled',
    file: inbox,
    original: 'isNull(table.handledAt)',
    replacement: 'isNull(table.lastError)',
    tests: courierTest,
    title: 'handles a courier event only once',
  },
  {
    breaks: 'news that are tried again by hand fail at once if the sender is still away',
    file: inbox,
    original: 'and(isFailed, isEvent), { tries: 0 })',
    replacement: 'and(isFailed, isEvent))',
    tests: ['app/admin/dashboard/dashboard.db.test.ts'],
    title: 'has all its tries again',
  },
  {
    breaks: 'one press puts all failed news back to work',
    file: inbox,
    original: 'and(isFailed, isEvent)',
    replacement: 'isFailed',
    tests: ['app/admin/dashboard/dashboard.db.test.ts'],
    title: 'is retried on request',
  },
  {
    breaks: 'the refunds’ queue forgets what was sent',
    file: refunds,
    original: 'isOpen: isNull(refunds.sentAt)',
    replacement: 'isOpen: isNull(refunds.failedAt)',
    tests: refundsTest,
    title: 'if the webhook arrives before the response',
  },
  {
    breaks: 'the outbox forgets what was sent',
    file: outbox,
    original: 'isOpen: isNull(outbox.sentAt)',
    replacement: 'isOpen: isNull(outbox.failedAt)',
    tests: outboxTest,
    title: 'does not send an email again',
  },
  {
    breaks: 'an email with a code that has ended is sent all the same',
    file: outbox,
    original: 'outbox.expiresAt, shop.clock.now(), maxExpired',
    replacement: 'outbox.expiresAt, new Date(0), maxExpired',
    tests: outboxTest,
    title: 'deletes an unsent email with a code after the code has expired',
  },
  {
    breaks: 'an event that is told twice is stored twice',
    file: 'migrations/0000_baseline.sql',
    original: 'CONSTRAINT "webhook_inbox_provider_event_id_pk" PRIMARY KEY("provider","event_id")',
    replacement: 'CONSTRAINT "webhook_inbox_provider_event_id_pk" CHECK (true)',
    tests: webhookTest,
    title: 'is sent ten times with one id',
  },
  {
    breaks: 'a tracking event that is told twice moves the order twice',
    file: 'migrations/0000_baseline.sql',
    original: 'CREATE UNIQUE INDEX "tracking_events_once"',
    replacement: 'CREATE INDEX "tracking_events_once"',
    tests: courierTest,
    title: 'stores each scan once if concurrent events repeat it',
  },
  {
    breaks: 'an order has two open shipments to the shopper',
    file: 'migrations/0000_baseline.sql',
    original: 'CREATE UNIQUE INDEX "shipments_one_each_way"',
    replacement: 'CREATE INDEX "shipments_one_each_way"',
    tests: shipmentsTest,
    title: 'per order and direction even under another number',
  },
  {
    breaks: 'the bank is asked about a payment in every round',
    file: payments,
    original: ', sql`${payments.nextCheckAt} <= ${now.toISOString()}::timestamptz`',
    replacement: '',
    tests: ['app/checkout/payment-worker/poll-payments.db.test.ts'],
    title: 'polls a payment only once if two workers run concurrently',
  },
  {
    breaks: 'two workers take one payment, or wait for each other',
    file: payments,
    original: "    .limit(1)\n    .for('update', { skipLocked: true });",
    replacement: '    .limit(1);',
    tests: ['app/checkout/payment-worker/poll-payments.db.test.ts'],
    title: 'skips a payment that another worker has locked',
  },
  {
    breaks: 'one provider is asked for the refunds of another',
    file: refunds,
    original: '{ where: inArray(refunds.receiptId, ofProvider) }',
    replacement: '{}',
    tests: ['app/orders/refund-order.db.test.ts'],
    title: 'sends no refund of a cash payment',
  },
  {
    breaks: 'one courier is asked for the shipments of another',
    file: shipments,
    original: '{ where: eq(shipments.courier, courier.name) }',
    replacement: '{}',
    tests: shipmentsTest,
    title: 'books only the shipments of the given courier',
  },
];
