import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { ResponseCache } from '../foundation/cache/response-cache.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';

/** The answers that are kept whole: how many there are now, and how often they were of use. */
export function countCachedResponses(registry: Registry, stored: ResponseCache): void {
  const registers = [registry];
  const gauges: [name: string, help: string, value: () => number][] = [
    ['shop_response_cache_entries', 'Answers that are kept whole in memory.', () => stored.stats.entries],
    ['shop_response_cache_bytes', 'What these take, in bytes.', () => stored.stats.bytes],
  ];
  for (const [name, help, value] of gauges)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const counters: [name: string, help: string, value: () => number][] = [
    ['shop_response_cache_hits_total', 'How often an answer was there.', () => stored.stats.hits],
    [
      'shop_response_cache_misses_total',
      'How often one had to be made before it was kept.',
      () => stored.stats.misses,
    ],
  ];
  for (const [name, help, value] of counters)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
}

const Work = z.object({
  emailsWaiting: z.coerce.number(),
  emailsFailed: z.coerce.number(),
  emailsLateSeconds: z.coerce.number(),
  webhooksWaiting: z.coerce.number(),
  webhooksFailed: z.coerce.number(),
  webhookDelaySeconds: z.coerce.number(),
  refundsWaiting: z.coerce.number(),
  refundsFailed: z.coerce.number(),
  holds: z.coerce.number(),
  heldUnits: z.coerce.number(),
  paymentsOverdue: z.coerce.number(),
  ordersOverdue: z.coerce.number(),
});
type Work = z.infer<typeof Work>;

/** Whoever goes round comes by every few seconds; what has waited so much longer waits for a person. */
const stuckAfter = sql`interval '10 minutes'`;

/** One statement, over indexes that hold only what waits. */
async function readWork({ db, clock }: Shop): Promise<Work | undefined> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const late = (moment: ReturnType<typeof sql>) =>
    sql`coalesce(extract(epoch from ${now} - min(${moment})), 0)`;
  const rows = await db.execute(sql`
    with mails as (select next_try_at from outbox where sent_at is null and failed_at is null),
      news as (select received_at, next_try_at from webhook_inbox where handled_at is null and failed_at is null
        union all select received_at, next_try_at from courier_inbox where handled_at is null and failed_at is null)
    select (select count(*) from mails) as "emailsWaiting",
      (select count(*) from outbox where failed_at is not null) as "emailsFailed",
      (select greatest(0, ${late(sql`next_try_at`)}) from mails) as "emailsLateSeconds",
      (select count(*) from news) as "webhooksWaiting",
      (select count(*) from webhook_inbox where failed_at is not null and handled_at is null)
        + (select count(*) from courier_inbox where failed_at is not null and handled_at is null) as "webhooksFailed",
      (select greatest(0, ${late(sql`next_try_at`)}) from news) as "webhookDelaySeconds",
      (select count(*) from refunds where sent_at is null and failed_at is null) as "refundsWaiting",
      (select count(*) from refunds where failed_at is not null and done_at is null) as "refundsFailed",
      (select count(*) from holds) as holds,
      (select coalesce(sum(count), 0) from holds) as "heldUnits",
      (select count(*) from payments where next_check_at < ${now} - ${stuckAfter}) as "paymentsOverdue",
      (select count(*) from orders where state = 'pending_payment' and expires_at < ${now} - ${stuckAfter})
        as "ordersOverdue"`);
  return readRows(Work, rows)[0];
}

const Pool = z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() });

/** How the connections stand; `undefined` on the embedded database, which has none. */
function poolOf({ db }: Shop): z.infer<typeof Pool> | undefined {
  return '$client' in db ? Pool.safeParse(db.$client).data : undefined;
}

/** A database that hangs must not keep the other figures from being read. */
const timeoutMs = 2000;

/** What waits in the shop, and for whom: the same in every process, so of several the largest is taken. */
export function businessMetrics(registry: Registry, shop: Shop): void {
  const registers = [registry];
  let pending: Promise<Work | undefined> | undefined;

  /** Asked once for all that want to know at the same time. */
  function read(): Promise<Work | undefined> {
    pending ??= inTime(readWork(shop)).finally(() => {
      pending = undefined;
    });
    return pending;
  }

  const gauges: [
    name: string,
    help: string,
    rows: (work: Work) => [labels: Record<string, string>, value: number][],
  ][] = [
    [
      'shop_emails',
      'Mails in the outbox that are not sent: waiting for their turn, or failed: a person has to look at it.',
      (work) => [
        [{ state: 'waiting' }, work.emailsWaiting],
        [{ state: 'failed' }, work.emailsFailed],
      ],
    ],
    [
      'shop_emails_late_seconds',
      'How long the mail is due that is due longest.',
      (work) => [[{}, work.emailsLateSeconds]],
    ],
    [
      'shop_webhooks',
      'What the bank and the courier told and nobody has handled: waiting, or failed: a person has to look at it.',
      (work) => [
        [{ state: 'waiting' }, work.webhooksWaiting],
        [{ state: 'failed' }, work.webhooksFailed],
      ],
    ],
    [
      'shop_webhooks_late_seconds',
      'How long the one is due that is due longest.',
      (work) => [[{}, work.webhookDelaySeconds]],
    ],
    [
      'shop_refunds',
      'Money that has to go back and has not: waiting, or failed: a person has to look at it.',
      (work) => [
        [{ state: 'waiting' }, work.refundsWaiting],
        [{ state: 'failed' }, work.refundsFailed],
      ],
    ],
    [
      'shop_holds',
      'Lines of orders whose pieces are put aside while somebody pays.',
      (work) => [[{}, work.holds]],
    ],
    ['shop_held_units', 'How many pieces these are.', (work) => [[{}, work.heldUnits]]],
    [
      'shop_payments_stuck',
      'Payments that the bank should have been asked about ten minutes ago.',
      (work) => [[{}, work.paymentsOverdue]],
    ],
    [
      'shop_orders_stuck',
      'Orders whose time to pay was over ten minutes ago, and whose pieces are still held.',
      (work) => [[{}, work.ordersOverdue]],
    ],
  ];
  for (const [name, help, rows] of gauges)
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      aggregator: 'max',
      registers,
      async collect() {
        this.reset();
        const work = await read();
        if (work) for (const [labels, value] of rows(work)) this.set(labels, value);
      },
    });

  new Gauge({
    name: 'shop_database_up',
    help: 'Whether the database answers; while it does not, the figures above are left out.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });

  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections to the database, and statements that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = poolOf(shop);
      if (!pool) return;
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function inTime(work: Promise<Work | undefined>): Promise<Work | undefined> {
  const unknown = work.catch(() => undefined);
  return Promise.race([unknown, wait(timeoutMs, undefined, { ref: false })]);
}
