import { z } from '@hono/zod-openapi';
import { resendEmail } from '../../foundation/email/email-worker.server.ts';
import { router } from '../../foundation/http/endpoint.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { staffRead } from '../sign-in/staff-access.server.ts';
import {
  Dashboard,
  FailedItems,
  MenuCounts,
  NoSuchEmail,
  NoSuchWebhook,
  SenderNotSetUp,
  StitchedCategoriesInput,
  StitchedKnown,
} from './contract.ts';
import {
  answerStitchedQuestion,
  readDashboard,
  readFailedItems,
  readMenuCounts,
  retryFailedWebhook,
} from './dashboard.server.ts';

/** Name of a provider, or id of one of its webhook events. Both contain only letters, digits, `_` and `-`. */
const eventPart = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'This message from the bank or the courier does not exist.');

export const dashboardEndpoints = router('Admin: dashboard', [
  staffRead({
    id: 'getDashboard',
    path: '/admin/dashboard',
    summary: 'Read the staff’s open tasks and the sales of the last 30 days',
    response: Dashboard,
    run: ({ shop }) => readDashboard(shop),
  }),
  staffRead({
    id: 'getMenuCounts',
    path: '/admin/dashboard/counts',
    summary: 'Count the orders, returns, reviews and messages that wait for the staff',
    response: MenuCounts,
    run: ({ shop }) => readMenuCounts(shop),
  }),
  staffAction({
    id: 'answerStitchedQuestion',
    method: 'put',
    path: '/admin/dashboard/stitched-categories',
    audit: 'categories.mark-stitched',
    summary: 'Store once which categories contain stitched garments',
    description:
      'Products of these categories cannot be returned for a change of mind or cancelled; those of other categories can.',
    body: StitchedCategoriesInput,
    response: Dashboard,
    problems: [StitchedKnown],
    async run(tx, { body: { categories } }) {
      await answerStitchedQuestion(tx, categories);
      return { after: { categories }, result: await readDashboard(tx) };
    },
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
    params: z.object({ id: z.uuid('This email does not exist.') }),
    response: FailedItems,
    problems: [NoSuchEmail],
    async run(tx, { params }) {
      if (!(await resendEmail(tx, params.id))) throw NoSuchEmail();
      return { result: await readFailedItems(tx) };
    },
  }),
  staffAction({
    id: 'retryWebhook',
    method: 'post',
    path: '/admin/events/{provider}/{id}/retry',
    audit: 'webhook.retry',
    summary: 'Retry a webhook event of the bank or the courier that failed',
    params: z.object({ provider: eventPart, id: eventPart }),
    response: FailedItems,
    problems: [NoSuchWebhook, SenderNotSetUp],
    async run(tx, { params: { provider, id } }) {
      await retryFailedWebhook(tx, { provider, eventId: id });
      return { after: { provider }, result: await readFailedItems(tx) };
    },
  }),
]);
