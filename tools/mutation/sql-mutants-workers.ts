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

/** Creates a mutant of the lease queue for each worker whose test must fail. */
const inQueue = (
  original: string,
  replacement: string,
  killedBy: { breaks: string; tests: readonly string[]; title: string }[],
): SqlMutant[] => killedBy.map((one) => ({ file: queue, original, replacement, ...one }));

/** Mutants of the workers' queues: completed, leased and failed items. */
export const workerMutants: readonly SqlMutant[] = [
  ...inQueue('where, isOpen, isNull', 'where, isNull', [
    {
      breaks: 'a sent email is sent again',
      tests: outboxTest,
      title: 'sends an email only once',
    },
    {
      breaks: 'a handled webhook event is handled again',
      tests: webhookTest,
      title: 'handles a webhook event once',
    },
    {
      breaks: 'a handled courier event is handled again',
      tests: courierTest,
      title: 'stores an event before responding 200',
    },
    {
      breaks: 'a refund that the provider has accepted is requested again',
      tests: refundsTest,
      title: 'the request after a webhook event has confirmed the refund',
    },
  ]),
  ...inQueue('isOpen, isNull(table.failedAt), isDue', 'isOpen, isDue', [
    {
      breaks: 'a failed email is retried forever',
      tests: outboxTest,
      title: 'then marks it as failed',
    },
    {
      breaks: 'a failed webhook event is retried forever',
      tests: webhookTest,
      title: 'fails the event after six tries',
    },
    {
      breaks: 'a failed courier event is retried forever',
      tests: courierTest,
      title: 'marks an event of an unknown shipment as failed',
    },
    {
      breaks: 'a failed refund is requested forever',
      tests: refundsTest,
      title: 'minutes if no response arrives',
    },
    {
      breaks: 'a failed shipment is polled forever',
      tests: shipmentsTest,
      title: 'fails a booking at once if the courier rejects',
    },
  ]),
  ...inQueue('(table.failedAt), isDue)', '(table.failedAt))', [
    {
      breaks: 'an email is retried without a delay',
      tests: outboxTest,
      title: 'retries an email after 1, 5, 30, 120 and 720 minutes',
    },
    {
      breaks: 'a webhook event is retried without a delay',
      tests: webhookTest,
      title: 'retries a webhook event after 1, 5, 30',
    },
    {
      breaks: 'a courier event is retried without a delay',
      tests: courierTest,
      title: 'stores no scans of an event if updating the order fails, and retries the event',
    },
    {
      breaks: 'a refund is retried without a delay',
      tests: refundsTest,
      title: 'sends a refund again after a lost response',
    },
    {
      breaks: 'two workers request one shipment from a courier at the same time',
      tests: shipmentsTest,
      title: 'skips a shipment while another process holds its lease',
    },
  ]),
  ...inQueue('nextTryAt: new Date(now.getTime() + leaseMs)', 'nextTryAt: now', [
    {
      breaks: 'the lease of an email has no duration, and two workers send it',
      tests: outboxTest,
      title: 'with the same id if the worker dies and its lease expires',
    },
  ]),
  ...inQueue(', isSameTry, ', ', ', [
    {
      breaks: 'a worker whose lease has expired overwrites the result of the next one',
      tests: outboxTest,
      title: 'does not let a worker with an expired lease overwrite the next worker’s result',
    },
    {
      breaks: 'a refund worker whose lease has expired overwrites the result of the next one',
      tests: refundsTest,
      title: 'does not overwrite the next worker’s result after its own lease has expired',
    },
  ]),
  ...inQueue(', mayWrite?.(row))', ')', [
    {
      breaks: 'a lost response fails a refund that the provider has completed',
      tests: refundsTest,
      title: 'keeps a refund marked as done if the provider',
    },
  ]),
  ...inQueue('and(where, isOpen', 'and(isOpen', [
    {
      breaks: 'the worker of one provider claims the events of another',
      tests: webhookTest,
      title: 'handles only the webhook events of the given payment provider',
    },
  ]),
  ...inQueue('and(isNotNull(table.failedAt), where)', 'where', [
    {
      breaks: 'staff can retry an email that was sent',
      tests: outboxTest,
      title: 'lets staff send an email again only if it has failed',
    },
  ]),
  ...inQueue(".for('update', { skipLocked: true })", ".for('update')", [
    {
      breaks: 'email workers wait for each other',
      tests: outboxTest,
      title: 'skips an email that another worker has locked',
    },
    {
      breaks: 'pretend bank workers wait for each other',
      tests: ['sandbox/pretend-bank.db.test.ts'],
      title: 'skips webhooks that are locked by another worker',
    },
    {
      breaks: 'refund workers wait for each other',
      tests: refundsTest,
      title: 'skips a refund that another worker has locked',
    },
  ]),
  {
    breaks: 'handled webhook events are deleted',
    file: inbox,
    original: 'isNull(table.handledAt)',
    replacement: 'isNull(table.failedAt)',
    tests: webhookTest,
    title: 'handles a webhook event once',
  },
  {
    breaks: 'handled courier events are deleted',
    file: inbox,
    original: 'isNull(table.handledAt)',
    replacement: 'isNull(table.lastError)',
    tests: courierTest,
    title: 'stores an event before responding 200',
  },
  {
    breaks: 'a manual retry of an event fails finally if the sender is still unavailable',
    file: inbox,
    original: 'and(isFailed, isEvent), { tries: 0 })',
    replacement: 'and(isFailed, isEvent))',
    tests: ['app/admin/dashboard/dashboard.db.test.ts'],
    title: 'has its count of tries reset',
  },
  {
    breaks: 'the retry of one event retries all failed events',
    file: inbox,
    original: 'and(isFailed, isEvent)',
    replacement: 'isFailed',
    tests: ['app/admin/dashboard/dashboard.db.test.ts'],
    title: 'is retried on request, for payments and couriers',
  },
  {
    breaks: 'sent refunds are deleted',
    file: refunds,
    original: 'isOpen: isNull(refunds.sentAt)',
    replacement: 'isOpen: isNull(refunds.failedAt)',
    tests: refundsTest,
    title: 'the request after a webhook event has confirmed the refund',
  },
  {
    breaks: 'sent emails are deleted',
    file: outbox,
    original: 'isOpen: isNull(outbox.sentAt)',
    replacement: 'isOpen: isNull(outbox.failedAt)',
    tests: outboxTest,
    title: 'sends an email only once',
  },
  {
    breaks: 'an email with an expired code is sent',
    file: outbox,
    original: 'outbox.expiresAt, shop.clock.now(), maxExpired',
    replacement: 'outbox.expiresAt, new Date(0), maxExpired',
    tests: outboxTest,
    title: 'deletes an email with a code after the email was sent, or after the code has expired',
  },
  {
    breaks: 'an event that is received twice is stored twice',
    file: 'migrations/0000_baseline.sql',
    original: 'CONSTRAINT "webhook_inbox_provider_event_id_pk" PRIMARY KEY("provider","event_id")',
    replacement: 'CONSTRAINT "webhook_inbox_provider_event_id_pk" CHECK (true)',
    tests: webhookTest,
    title: 'places only one order for many copies of a webhook event',
  },
  {
    breaks: 'a tracking event that is received twice advances the order twice',
    file: 'migrations/0000_baseline.sql',
    original: 'CREATE UNIQUE INDEX "tracking_events_once"',
    replacement: 'CREATE INDEX "tracking_events_once"',
    tests: courierTest,
    title: 'stores each scan once if concurrent events contain the same scan',
  },
  {
    breaks: 'an order has two open shipments to the shopper',
    file: 'migrations/0010_returns_by_line.sql',
    original: 'CREATE UNIQUE INDEX "shipments_one_open_each_way"',
    replacement: 'CREATE INDEX "shipments_one_open_each_way"',
    tests: shipmentsTest,
    title: 'per order and direction, even if a second call has another shipment number',
  },
  {
    breaks: 'the status of a payment is requested in every run',
    file: payments,
    original: ', sql`${payments.nextCheckAt} <= ${sqlTime(now)}`',
    replacement: '',
    tests: ['app/checkout/payment-worker/poll-payments.db.test.ts'],
    title: 'polls a payment once if two workers run concurrently',
  },
  {
    breaks: 'two workers claim one payment, or wait for each other',
    file: payments,
    original: "    .limit(1)\n    .for('update', { skipLocked: true });",
    replacement: '    .limit(1);',
    tests: ['app/checkout/payment-worker/poll-payments.db.test.ts'],
    title: 'skips a payment that another worker has locked',
  },
  {
    breaks: 'one provider receives the refunds of another',
    file: refunds,
    original: '{ where: inArray(refunds.receiptId, ofProvider) }',
    replacement: '{}',
    tests: ['app/orders/refund-order.db.test.ts'],
    title: 'of a cash payment is not sent to a provider',
  },
  {
    breaks: 'one courier receives the shipments of another',
    file: shipments,
    original: '{ where: eq(shipments.courier, courier.name) }',
    replacement: '{}',
    tests: shipmentsTest,
    title: 'books only the shipments of the given courier',
  },
];
