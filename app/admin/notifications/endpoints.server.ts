import { router } from '../../foundation/http/endpoint.server.ts';
import { NotificationSwitches } from '../../notifications/contract.ts';
import { listNotifications } from '../../notifications/list-notifications.server.ts';
import { readSwitches, saveSwitches } from '../../notifications/switches.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { listRows } from '../layout/contract.ts';
import { readStaffEmails } from '../sign-in/staff.server.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { SentNotifications, SentQuery } from './contract.ts';

const memberOf = ({ id, role }: Staff) => ({ id, isOwner: role === 'owner' });

export const notificationEndpoints = router('Admin: notifications', [
  staffRead({
    id: 'getNotificationSwitches',
    path: '/admin/me/notifications',
    summary: 'Read the member’s notification settings and quiet hours',
    response: NotificationSwitches,
    run: ({ shop, staff }) => readSwitches(shop, memberOf(staff)),
  }),
  staffAction({
    id: 'saveNotificationSwitches',
    method: 'put',
    path: '/admin/me/notifications',
    audit: 'staff.set-notifications',
    summary: 'Update the member’s notification settings and quiet hours',
    description:
      'Quiet hours are full hours in India’s time. Emails about payments do not wait for their end.',
    body: NotificationSwitches,
    response: NotificationSwitches,
    async run(tx, { staff, body }) {
      const before = await readSwitches(tx, memberOf(staff));
      await saveSwitches(tx, staff.id, body);
      const after = await readSwitches(tx, memberOf(staff));
      return { id: staff.id, before, after, result: after };
    },
  }),
  staffRead({
    id: 'listSentNotifications',
    path: '/admin/notifications',
    summary: 'List the notifications emailed to the staff, newest first',
    description:
      'Covers 30 days. To send a failed email again, call `POST /admin/emails/{id}/retry` with its `emailId`.',
    access: staff({ owner: true }),
    query: SentQuery,
    response: SentNotifications,
    async run({ shop, query }) {
      const { rows, next } = await listNotifications(shop, { ...query, limit: listRows });
      const emails = await readStaffEmails(
        shop,
        rows.map(({ staffId }) => staffId),
      );
      return { rows: rows.map(({ staffId, ...row }) => ({ ...row, to: emails.get(staffId) ?? '' })), next };
    },
  }),
]);
