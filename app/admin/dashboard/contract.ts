import { z } from '@hono/zod-openapi';
import { LowStock } from '../../catalogue/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { UnansweredMessages } from '../../messages/contract.ts';
import { CashOutstanding, OrderRow, OrdersToDo, Sales } from '../../orders/for-staff/contract.ts';

/** The staff's open tasks, and the sales. Cancelled orders do not count as sales. Amounts are in rupees. */
export const Dashboard = z
  .object({
    day: z.string(),
    ...OrdersToDo.shape,
    messages: UnansweredMessages,
    /** Number of reviews with a text that the staff have neither approved nor hidden. */
    waitingReviewCount: z.number().int(),
    cashOutstanding: CashOutstanding,
    /** Number of refunds that the bank has rejected or that staff must pay by hand. */
    manualRefundCount: z.number().int(),
    /** Number of failed webhook events of payment providers and couriers. */
    failedWebhookCount: z.number().int(),
    failedEmailCount: z.number().int(),
    /**
     * The last backup that `npm run backup` made: its time and the user who ran the command. Both are null before the first
     * backup. `isTooOld` is true if the last backup is older than the owner's limit.
     */
    lastBackup: z.object({
      madeAt: z.string().nullable(),
      madeBy: z.string().nullable(),
      isTooOld: z.boolean(),
    }),
    /** Names of the shop's details that are blank, such as `registered name`. */
    missingDetails: z.array(z.string()),
    storesWithoutAddress: z.array(z.string()),
    /** The categories, if staff must still say which of them contain stitched garments. Otherwise null. */
    stitchedQuestion: z
      .array(z.object({ id: z.string(), name: z.string(), isStitched: z.boolean() }))
      .nullable(),
    refusedShipmentCount: z.number().int(),
    ...LowStock.shape,
    latest: z.array(OrderRow),
    ...Sales.shape,
  })
  .openapi('Dashboard');
export type Dashboard = z.infer<typeof Dashboard>;

/** Numbers of open tasks, shown beside the menu entries. */
export const MenuCounts = z
  .object({
    toPack: z.number().int(),
    awaitingPickup: z.number().int(),
    returnsToDecide: z.number().int(),
    reviews: z.number().int(),
    messages: z.number().int(),
  })
  .openapi('MenuCounts');
export type MenuCounts = z.infer<typeof MenuCounts>;

export const StitchedCategoriesInput = z
  .strictObject({
    /** Ids of the categories that contain stitched garments. */
    categories: z.array(z.string().max(80)).max(500),
  })
  .openapi('StitchedCategoriesInput');

export const StitchedKnown = problem(
  'stitched-known',
  409,
  'This question is already answered. You can change the answer for each category under “Online store”.',
);

const FailedItem = z.object({
  id: z.string(),
  /** Kind of the email, such as `order`, or the provider that sent the webhook event. */
  kind: z.string(),
  text: z.string(),
  at: z.string(),
  error: z.string().nullable(),
});

export const NoSuchEmail = problem(
  'no-such-email',
  404,
  'This email is no longer in the list of failed emails.',
);
export const NoSuchWebhook = problem(
  'no-such-webhook',
  404,
  'This message is no longer in the list of failed messages.',
);
export const SenderNotSetUp = problem(
  'sender-not-set-up',
  409,
  'The shop no longer works with the bank or courier that sent this message, so it cannot be processed.',
);

/**
 * Emails and webhook events that failed after the last retry. Contains at most the newest fifty of each kind: emails, payment
 * events and courier events.
 */
export const FailedItems = z
  .object({ emails: z.array(FailedItem), webhooks: z.array(FailedItem) })
  .openapi('FailedItems');
export type FailedItems = z.infer<typeof FailedItems>;
