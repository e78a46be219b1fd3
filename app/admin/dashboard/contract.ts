import { z } from '@hono/zod-openapi';
import { LowStock } from '../../catalogue/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { UnansweredMessages } from '../../messages/contract.ts';
import { OrderRow, OrdersToDo, Sales } from '../../orders/for-staff/contract.ts';

/** What waits, and what sold. Amounts in rupees; what was cancelled has not been sold. */
export const Dashboard = z
  .object({
    day: z.string(),
    ...OrdersToDo.shape,
    messages: UnansweredMessages,
    /** Refunds that the bank refused, or that have to be given back by hand. */
    manualRefundCount: z.number().int(),
    /** News of the bank or the courier that could not be handled. */
    failedWebhookCount: z.number().int(),
    failedEmailCount: z.number().int(),
    /** Details of the shop that the owner has not written yet, such as `registered name`. */
    missingDetails: z.array(z.string()),
    storesWithoutAddress: z.array(z.string()),
    refusedShipmentCount: z.number().int(),
    ...LowStock.shape,
    latest: z.array(OrderRow),
    ...Sales.shape,
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
