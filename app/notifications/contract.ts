import { z } from '@hono/zod-openapi';

/** Kinds of events about which staff can get emails. */
export const eventKinds = [
  'order-placed',
  'payment-received',
  'payment-to-check',
  'return-requested',
  'refund-failed',
  'shipment-failed',
  'stock-low',
  'review-waits',
  'message-waits',
  'email-failed',
  'webhook-failed',
  'backup-old',
] as const;
export type EventKind = (typeof eventKinds)[number];

const notHour = 'Please choose a full hour from 0 to 23.';
const hour = z.int(notHour).min(0, notHour).max(23, notHour);

/** Quiet hours between two full hours in India's time. */
const QuietHours = z
  .strictObject({ from: hour, until: hour })
  .refine(
    ({ from, until }) => from !== until,
    'Quiet hours cannot begin and end at the same hour. Please choose another hour.',
  );
export type QuietHours = z.infer<typeof QuietHours>;

/** The kinds of events about which a staff member gets emails, and the staff member's quiet hours. */
export const NotificationSwitches = z
  .strictObject({
    kinds: z
      .array(z.enum(eventKinds, 'This kind of email does not exist. Please choose one from the list.'))
      .max(eventKinds.length),
    quiet: QuietHours.nullable(),
  })
  .openapi('NotificationSwitches');
export type NotificationSwitches = z.infer<typeof NotificationSwitches>;

/**
 * `waiting` means that the email is not sent yet. It waits for the end of the quiet hours, or for the end of the ten minutes
 * after the previous email. `dropped` means that no email is sent, because the staff member has left, lost a right or switched
 * off emails about this kind of event.
 */
export const notificationStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NotificationState = (typeof notificationStates)[number];

/** A notification about one event for one staff member. An email can contain several notifications. */
export const NotificationRow = z
  .object({
    id: z.string(),
    /** Time at which the event occurred. */
    at: z.string(),
    staffId: z.string(),
    kind: z.string(),
    text: z.string(),
    /** Path of the page about the event. */
    path: z.string(),
    state: z.enum(notificationStates),
    /** Id of the email. Null until the email is queued. */
    emailId: z.string().nullable(),
    sentAt: z.string().nullable(),
    error: z.string().nullable(),
  })
  .openapi('NotificationRow');
export type NotificationRow = z.infer<typeof NotificationRow>;
