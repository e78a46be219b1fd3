import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';
import { OrderRow } from '../orders/contract.ts';

const PendingItems = z.object({
  count: z.number().int(),
  /** Which, in a few words: the numbers of orders, who has written. */
  examples: z.array(z.string()),
});

const Day = z.object({
  /** India's: `2026-11-21`. */
  day: z.string(),
  total: z.number(),
  orders: z.number().int(),
});

/** What waits, and what sold. Amounts in rupees; what was cancelled has not been sold. */
export const Dashboard = z
  .object({
    day: z.string(),
    toPack: PendingItems,
    returnsToDecide: PendingItems,
    toInspect: PendingItems,
    messages: PendingItems.extend({ since: z.string().nullable() }),
    /** Refunds that the bank refused, or that have to be given back by hand. */
    manualRefundCount: z.number().int(),
    /** News of the bank or the courier that could not be handled. */
    failedWebhookCount: z.number().int(),
    failedEmailCount: z.number().int(),
    /** Details of the shop that the owner has not written yet, such as `registered name`. */
    missingDetails: z.array(z.string()),
    storesWithoutAddress: z.array(z.string()),
    refusedShipmentCount: z.number().int(),
    /** Pieces that are shown in the shop, and of which few are left or none. */
    lowStockCount: z.number().int(),
    soldOutCount: z.number().int(),
    lowStock: z.array(
      z.object({ id: z.string(), name: z.string(), file: z.string().nullable(), left: z.number().int() }),
    ),
    latest: z.array(OrderRow),
    /** Thirty days, today the last of them. */
    sales: z.array(Day),
    /** Of the orders of these thirty days, in percent; `null` where there were none. */
    prepaidPercent: z.number().nullable(),
    returnedPercent: z.number().nullable(),
    bestSellers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        image: z.string().nullable(),
        sold: z.number().int(),
        total: z.number(),
      }),
    ),
  })
  .openapi('Dashboard');
export type Dashboard = z.infer<typeof Dashboard>;

const FailedItem = z.object({
  id: z.string(),
  /** What it is: `order`, `refund`; or whose news. */
  kind: z.string(),
  text: z.string(),
  /** When it was written, or came in. */
  at: z.string(),
  error: z.string().nullable(),
});

export const NoSuchEmail = problem('no-such-email', 404, 'This mail does not wait for a hand any more.');

/** What a machine has given up: the fifty newest of each. */
export const FailedItems = z
  .object({ emails: z.array(FailedItem), webhooks: z.array(FailedItem) })
  .openapi('FailedItems');
export type FailedItems = z.infer<typeof FailedItems>;
