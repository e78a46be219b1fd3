/** An inbox of webhook events. It stores each event before handling it. A lease queue then handles the stored events. */
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { minutes } from '../clock.ts';
import { moment, queueColumns } from '../database/columns.server.ts';
import type { Shop, Tx } from '../shop.server.ts';
import { leaseQueue, type QueueOptions } from './lease-queue.server.ts';

type InboxTableOptions = {
  providerColumn: string;
  hasFailedIndex: boolean;
};

/** Defines the table of an inbox. The table stores each event once, as text. */
export const inboxTable = (name: string, { providerColumn, hasFailedIndex }: InboxTableOptions) =>
  pgTable(
    name,
    {
      provider: text(providerColumn).notNull(),
      eventId: text().notNull(),
      body: text().notNull(),
      receivedAt: moment().notNull(),
      ...queueColumns(),
      handledAt: moment(),
    },
    (table) => [
      primaryKey({ columns: [table.provider, table.eventId] }),
      index(`${name}_due`)
        .on(table.nextTryAt)
        .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
      ...(hasFailedIndex
        ? [index(`${name}_failed`).on(table.failedAt).where(sql`${table.failedAt} is not null`)]
        : []),
    ],
  );

type InboxTable = ReturnType<typeof inboxTable>;

type Provider = {
  name: string;
  /** Returns the id of an event. Returns undefined if the event does not come from the provider. */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
};

/** Creates an inbox that stores its events in `table`. {@link QueueOptions} describes the options. */
export function createWebhookInbox(
  options: Pick<QueueOptions<InboxTable>, 'table' | 'failure'> &
    Partial<Pick<QueueOptions<InboxTable>, 'waitAfter'>>,
) {
  const { table } = options;
  const isOpen = isNull(table.handledAt);
  const isFailed = and(isNotNull(table.failedAt), isOpen);
  const queue = leaseQueue({
    ...options,
    key: 'eventId',
    isOpen,
    thenBy: table.receivedAt,
    leaseMs: minutes(2),
    limit: 100,
    failureEvent: ({ provider, eventId }) => ({ kind: 'webhook-failed', payload: { provider, eventId } }),
  });
  return {
    /** Stores an event once. If the event does not come from the provider, stores nothing and returns false. */
    store: (shop: Shop, provider: Provider, body: Uint8Array, headers: Headers) =>
      store(table, shop, provider, { body, headers }),
    /**
     * Handles up to 100 due events of the provider. `handle` may receive an event twice. A failed event is retried later, at most
     * five times. Returns the number of events that did not fail.
     */
    handle(
      shop: Shop,
      provider: Pick<Provider, 'name'>,
      handle: (body: string) => Promise<void>,
    ): Promise<number> {
      return queue.runOnce(
        shop,
        async ({ body }) => {
          await handle(body);
          return { handledAt: shop.clock.now() };
        },
        { where: eq(table.provider, provider.name) },
      );
    },
    /** Makes a failed event due now, and resets its number of tries. Returns false if there is no such failed event. */
    async retry(tx: Tx, { provider, eventId }: { provider: string; eventId: string }): Promise<boolean> {
      const isEvent = and(eq(table.provider, provider), eq(table.eventId, eventId));
      return (await queue.retry(tx, and(isFailed, isEvent), { tries: 0 })) > 0;
    },
    /** SQL that counts the failed events. Usable as a query or as a column of another query. */
    countFailed: ({ db }: Shop) => db.$count(table, isFailed),
    /** Lists the failed events, newest first. `kind` is the provider's name. */
    listFailed: ({ db }: Shop, limit: number) =>
      db
        .select({ id: table.eventId, kind: table.provider, at: table.receivedAt, error: table.lastError })
        .from(table)
        .where(isFailed)
        .orderBy(desc(table.receivedAt))
        .limit(limit),
  };
}

async function store(
  table: InboxTable,
  shop: Shop,
  provider: Provider,
  { body, headers }: { body: Uint8Array; headers: Headers },
): Promise<boolean> {
  const event = provider.readWebhook(body, headers);
  if (!event) return false;
  const now = shop.clock.now();
  await shop.db
    .insert(table)
    .values({
      provider: provider.name,
      eventId: event.eventId,
      // PostgreSQL cannot store NUL in a text. A valid event contains no NUL.
      body: new TextDecoder().decode(body).replaceAll('\0', ''),
      receivedAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing();
  return true;
}
