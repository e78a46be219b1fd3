import { z } from '@hono/zod-openapi';

/** Kinds of events that staff may be emailed about. */
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

/** Quiet hours from one full hour to another, in India's time. */
const QuietHours = z
  .strictObject({ from: hour, until: hour })
  .refine(
    ({ from, until }) => from !== until,
    'Please let the quiet hours end at another hour than they begin.',
  );
export type QuietHours = z.infer<typeof QuietHours>;

/** The kinds of events that a member of the staff is emailed about, and the hours in which emails wait. */
export const NotificationSwitches = z
  .strictObject({
    kinds: z.array(z.enum(eventKinds, 'There is no such kind of email.')).max(eventKinds.length),
    quiet: QuietHours.nullable(),
  })
  .openapi('NotificationSwitches');
export type NotificationSwitches = z.infer<typeof NotificationSwitches>;

/**
 * `waiting`: until the quiet hours or the ten minutes since the last email are over, or until the email is sent. `dropped`: the
 * member left or switched the kind off before the email was due.
 */
export const notificationStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NotificationState = (typeof notificationStates)[number];

/** One event for one member of the staff. Several can be in one email. */
export const NotificationRow = z
  .object({
    id: z.string(),
    /** Time of the event. */
    at: z.string(),
    staffId: z.string(),
    kind: z.string(),
    text: z.string(),
    /** URL path of the page that the event is about. */
    path: z.string(),
    state: z.enum(notificationStates),
    /** Id of the email. Null before it is queued. */
    emailId: z.string().nullable(),
    sentAt: z.string().nullable(),
    error: z.string().nullable(),
  })
  .openapi('NotificationRow');
export type NotificationRow = z.infer<typeof NotificationRow>;
