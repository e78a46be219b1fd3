import { isNull } from 'drizzle-orm';
import { hours, minutes, seconds } from '../app/foundation/clock.ts';
import { ownAddress } from '../app/foundation/config/config.server.ts';
import { leaseQueue } from '../app/foundation/jobs/lease-queue.server.ts';
import type { Shop, Tx } from '../app/foundation/shop.server.ts';
import type { WebhookTable } from './tables.server.ts';

/** Delays after the first, second, … failed delivery of a webhook. After one more failure, the queue gives up. */
const retryDelays = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

type Webhook = { id: string; body: string };

type Options = {
  table: WebhookTable;
  /** Path of the shop's endpoint for the webhooks. */
  path: string;
  /** Returns the headers that prove who has sent the webhook. */
  headersOf: (shop: Shop, webhook: Webhook) => Record<string, string>;
};

/** Creates the queue of the webhooks that a pretend service sends to the shop. */
export function webhookQueue({ table, path, headersOf }: Options) {
  const queue = leaseQueue({
    table,
    key: 'id',
    isOpen: isNull(table.sentAt),
    leaseMs: minutes(1),
    limit: 20,
    waitAfter: ({ tries }) => retryDelays[tries - 1],
    failure: {
      level: 'warn',
      message: 'failed to deliver a webhook of a pretend service',
      subject: ({ id }) => ({ webhook: id, path }),
    },
  });
  return {
    /** Queues a webhook to be sent at `dueAt`. Returns false if a webhook with this id was queued before. */
    async add(tx: Tx, { id, body, dueAt }: Webhook & { dueAt: Date }): Promise<boolean> {
      const inserted = await tx.db
        .insert(table)
        .values({ id, body, nextTryAt: dueAt })
        .onConflictDoNothing()
        .returning({ id: table.id });
      return inserted.length > 0;
    },
    /**
     * Posts up to 20 due webhooks to the shop's own URL over HTTP, like the real service. Retries the webhooks that the shop does
     * not accept within five seconds. Returns the number of accepted webhooks.
     */
    send(shop: Shop, send: typeof fetch = fetch): Promise<number> {
      return queue.runOnce(shop, async (webhook) => {
        const response = await send(`${ownAddress(shop.config)}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headersOf(shop, webhook) },
          body: webhook.body,
          redirect: 'error',
          signal: AbortSignal.timeout(seconds(5)),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`pretend webhook failed with status ${response.status}`);
        return { sentAt: shop.clock.now() };
      });
    },
  };
}
