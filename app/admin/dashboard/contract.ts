import { z } from '@hono/zod-openapi';
import { LowStock } from '../../catalogue/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { UnansweredMessages } from '../../messages/contract.ts';
import { CashOutstanding, OrderRow, OrdersToDo, Sales } from '../../orders/for-staff/contract.ts';

/** The tasks of the staff and the sales, without cancelled orders. Amounts in rupees. */
export const Dashboard = z
  .object({
    day: z.string(),
    ...OrdersToDo.shape,
    messages: UnansweredMessages,
    /** Reviews whose text staff have not read. */
    waitingReviewCount: z.number().int(),
    cashOutstanding: CashOutstanding,
    /** Refunds that the bank refused or that staff pay by hand. */
    manualRefundCount: z.number().int(),
    /** Webhook events of the bank or the courier that failed. */
    failedWebhookCount: z.number().int(),
    failedEmailCount: z.number().int(),
    /** Time and maker of the last backup that `npm run backup` made, null before the first. `isTooOld`: by the owner's limit. */
    lastBackup: z.object({
      madeAt: z.string().nullable(),
      madeBy: z.string().nullable(),
      isTooOld: z.boolean(),
    }),
    /** Names of blank details of the shop, such as `registered name`. */
    missingDetails: z.array(z.string()),
    storesWithoutAddress: z.array(z.string()),
    /** The categories, if the staff have not yet said which of them hold stitched garments. Otherwise null. */
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

/** The work that waits, beside the entries of the menu. */
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
    /** Ids of the categories that hold stitched garments. */
    categories: z.array(z.string().max(80)).max(500),
  })
  .openapi('StitchedCategoriesInput');

export const StitchedKnown = problem(
  'stitched-known',
  409,
  'This question is already answered. You can change it in the settings of each category.',
);

const FailedItem = z.object({
  id: z.string(),
  /** Kind of the email, such as `order`, or the sender of the event. */
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
  'This event is no longer in the list of failed events.',
);
export const SenderNotSetUp = problem(
  'sender-not-set-up',
  409,
  'The bank or courier that sent this is no longer set up, so it cannot be handled.',
);

/** Emails and webhook events that failed after the last retry: the fifty newest of each. */
export const FailedItems = z
  .object({ emails: z.array(FailedItem), webhooks: z.array(FailedItem) })
  .openapi('FailedItems');
export type FailedItems = z.infer<typeof FailedItems>;
