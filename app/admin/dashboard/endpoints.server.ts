import { z } from '@hono/zod-openapi';
import { resendEmail } from '../../foundation/email/email-worker.server.ts';
import { router } from '../../foundation/http/endpoint.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { staffRead } from '../sign-in/for-staff.server.ts';
import { Dashboard, FailedItems, NoSuchEmail } from './contract.ts';
import { readDashboard, readFailedItems } from './dashboard.server.ts';

export const dashboardEndpoints = router('Admin: dashboard', [
  staffRead({
    id: 'getDashboard',
    path: '/admin/dashboard',
    summary: 'Read what waits for the staff, and what sold in thirty days',
    response: Dashboard,
    run: ({ shop }) => readDashboard(shop),
  }),
  staffRead({
    id: 'listStuckItems',
    path: '/admin/dashboard/stuck',
    summary: 'List the emails and webhook events that failed',
    response: FailedItems,
    run: ({ shop }) => readFailedItems(shop),
  }),
  staffAction({
    id: 'retryEmail',
    method: 'post',
    path: '/admin/emails/{id}/retry',
    audit: 'email.retry',
    summary: 'Retry an email that failed',
    params: z.object({ id: z.uuid('There is no such mail.') }),
    response: FailedItems,
    problems: [NoSuchEmail],
    async run(tx, { params }) {
      if (!(await resendEmail(tx, params.id))) throw NoSuchEmail();
      return { result: await readFailedItems(tx) };
    },
  }),
]);
