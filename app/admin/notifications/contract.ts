import { z } from '@hono/zod-openapi';
import { NotificationRow, notificationStates } from '../../notifications/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

export const SentQuery = ListQuery.pick({ after: true }).extend({
  state: z.enum(notificationStates, 'This state does not exist. Please choose one from the list.').optional(),
});

/** A notification, with the current email address of its recipient. */
export const SentNotification = NotificationRow.omit({ staffId: true })
  .extend({ to: z.string() })
  .openapi('SentNotification');
export type SentNotification = z.infer<typeof SentNotification>;

export const SentNotifications = listOf(SentNotification).openapi('SentNotifications');
