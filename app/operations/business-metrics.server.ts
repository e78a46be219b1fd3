import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { ResponseCache } from '../foundation/cache/response-cache.server.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { countFailedEmails } from '../foundation/email/email.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { countFailedWebhooks } from '../payments/webhooks.server.ts';
import { countFailedCourierEvents } from '../shipping/courier-inbox.server.ts';

/** Registers the size of the response cache, and its hits and misses. */
export function countCachedResponses(registry: Registry, cache: ResponseCache): void {
  const registers = [registry];
  type Stat = keyof ResponseCache['stats'];
  const collectStat = (stat: Stat) =>
    function (this: Gauge | Counter) {
      this.reset();
      this.inc(cache.stats[stat]);
    };
  const gauge = (name: string, help: string, stat: Stat) =>
    new Gauge({ name, help, registers, collect: collectStat(stat) });
  const counter = (name: string, help: string, stat: Stat) =>
    new Counter({ name, help, registers, collect: collectStat(stat) });
  gauge('shop_response_cache_entries', 'Responses in the response cache.', 'entries');
  gauge('shop_response_cache_bytes', 'Size of the response cache in bytes.', 'bytes');
  counter('shop_response_cache_hits_total', 'Requests served from the response cache.', 'hits');
  counter(
    'shop_response_cache_misses_total',
    'Requests whose response was rendered and then cached.',
    'misses',
  );
}

/**
 * A metric and its queries, which each return one number. The key of a query is the value of the label `state`. An empty key
 * means that the number has no label.
 */
type WorkMetric = { name: string; help: string; values: Record<string, SQL> };

/** Returns the metrics of pending and failed work. Their queries use partial indexes that contain only pending or failed rows. */
function workMetrics(shop: Shop): WorkMetric[] {
  const now = sqlTime(shop.clock.now());
  const emails = sql`outbox where sent_at is null and failed_at is null`;
  const webhooks = sql`(select next_try_at from webhook_inbox where handled_at is null and failed_at is null
    union all select next_try_at from courier_inbox where handled_at is null and failed_at is null) as events`;
  const count = (from: SQL) => sql`select count(*) from ${from}`;
  const late = (from: SQL) =>
    sql`select greatest(0, coalesce(extract(epoch from ${now} - min(next_try_at)), 0)) from ${from}`;
  // The worker handles due work every few seconds. If work is ten minutes late, it is stuck.
  const stuckSince = sql`${now} - interval '10 minutes'`;
  return [
    {
      name: 'shop_emails',
      help: 'Emails that are not sent: waiting, or failed after the last retry.',
      values: { waiting: count(emails), failed: sql`${countFailedEmails(shop)}` },
    },
    {
      name: 'shop_emails_late_seconds',
      help: 'Delay of the oldest due email in seconds.',
      values: { '': late(emails) },
    },
    {
      name: 'shop_webhooks',
      help: 'Webhook events that are not handled: waiting, or failed after the last retry.',
      values: {
        waiting: count(webhooks),
        failed: sql`${countFailedWebhooks(shop)} + ${countFailedCourierEvents(shop)}`,
      },
    },
    {
      name: 'shop_webhooks_late_seconds',
      help: 'Delay of the oldest due webhook event in seconds.',
      values: { '': late(webhooks) },
    },
    {
      name: 'shop_refunds',
      help: 'Refunds that are not paid: waiting, or failed after the last retry.',
      values: {
        waiting: count(sql`refunds where sent_at is null and failed_at is null`),
        failed: count(sql`refunds where failed_at is not null and done_at is null`),
      },
    },
    {
      name: 'shop_holds',
      help: 'Holds of stock for orders that wait for their payment.',
      values: { '': count(sql`holds`) },
    },
    {
      name: 'shop_held_units',
      help: 'Units of stock in all holds.',
      values: { '': sql`select coalesce(sum(count), 0) from holds` },
    },
    {
      name: 'shop_payments_stuck',
      help: 'Payments whose check at the provider is at least ten minutes late.',
      values: { '': count(sql`payments where next_check_at < ${stuckSince}`) },
    },
    {
      name: 'shop_orders_stuck',
      help: 'Unpaid orders that expired at least ten minutes ago and still hold stock.',
      values: { '': count(sql`orders where state = 'pending_payment' and expires_at < ${stuckSince}`) },
    },
  ];
}

const Value = z.object({ metric: z.string(), state: z.string(), value: z.number() });
type Value = z.infer<typeof Value>;

/** Reads all values with one statement. */
async function readWork(shop: Shop): Promise<Value[]> {
  const queries = workMetrics(shop).flatMap(({ name, values }) =>
    Object.entries(values).map(
      ([state, query]) => sql`select ${name} as metric, ${state} as state, (${query})::float8 as value`,
    ),
  );
  return readRows(Value, await shop.db.execute(sql.join(queries, sql` union all `)));
}

const Pool = z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() });

/** Returns the connection pool. Returns undefined for the embedded database, which has no pool. */
function poolOf({ db }: Shop): z.infer<typeof Pool> | undefined {
  return '$client' in db ? Pool.safeParse(db.$client).data : undefined;
}

/** Timeout in milliseconds. Without a timeout, an unresponsive database would block all other metrics. */
const timeoutMs = 2000;

/**
 * Registers the metrics of pending and failed work. All processes read the same values, so the largest value is reported instead
 * of their sum.
 */
export function businessMetrics(registry: Registry, shop: Shop): void {
  const registers = [registry];
  let pending: Promise<Value[] | undefined> | undefined;

  /** Reads the values once for all metrics of one collection. Resolves to undefined if the database does not respond in time. */
  function read(): Promise<Value[] | undefined> {
    const work = () => readWork(shop).catch(() => undefined);
    pending ??= Promise.race([work(), wait(timeoutMs, undefined, { ref: false })]).finally(() => {
      pending = undefined;
    });
    return pending;
  }

  for (const { name, help } of workMetrics(shop))
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      aggregator: 'max',
      registers,
      async collect() {
        this.reset();
        const values = (await read())?.filter(({ metric }) => metric === name) ?? [];
        for (const { state, value } of values) this.set(state ? { state } : {}, value);
      },
    });

  new Gauge({
    name: 'shop_database_up',
    help: '1 if the database responds, else 0. Metrics that are read from the database are then missing.',
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
