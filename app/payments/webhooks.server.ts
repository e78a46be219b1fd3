import { createWebhookInbox } from '../foundation/jobs/webhook-inbox.server.ts';
import { webhookInbox } from './tables.server.ts';

const inbox = createWebhookInbox({
  table: webhookInbox,
  failure: {
    level: 'warn',
    message: 'failed to handle a webhook event',
    subject: ({ provider, eventId }) => ({ provider, eventId }),
  },
});

export const storeWebhook = inbox.store;
export const handleWebhooks = inbox.handle;
export const retryWebhook = inbox.retry;
export const countFailedWebhooks = inbox.countFailed;
export const listFailedWebhooks = inbox.listFailed;
