import { z } from '@hono/zod-openapi';
import { router } from '../../foundation/http/endpoint.server.ts';
import {
  AdminMessage,
  AlreadyAnswered,
  InboxMessage,
  MessageReplyInput,
  MessageStatus,
  MessageStatusInput,
  NoSuchMessage,
  StatusChanged,
} from '../../messages/contract.ts';
import { listInbox, readMessage } from '../../messages/inbox.server.ts';
import { replyToMessage, setMessageStatus } from '../../messages/reply-to-message.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { ListQuery, listOf, listRows } from '../layout/contract.ts';
import { staffRead } from '../sign-in/staff-access.server.ts';

const oneMessage = {
  params: z.object({ id: z.uuid('This message does not exist.') }),
  response: AdminMessage,
} as const;

export const adminMessageEndpoints = router('Admin: messages', [
  staffRead({
    id: 'listMessages',
    path: '/admin/messages',
    summary: 'List the contact messages, newest first',
    query: ListQuery.extend({ state: MessageStatus.optional() }),
    response: listOf(InboxMessage).openapi('Inbox'),
    run: ({ shop, query }) => listInbox(shop, { ...query, limit: listRows }),
  }),
  staffRead({
    id: 'getMessage',
    path: '/admin/messages/{id}',
    summary: 'Read a message, its replies and its sender’s other messages',
    ...oneMessage,
    problems: [NoSuchMessage],
    run: ({ shop, params }) => readMessage(shop, params.id),
  }),
  staffAction({
    id: 'replyToMessage',
    method: 'post',
    path: '/admin/messages/{id}/answer',
    audit: 'message.reply',
    summary: 'Reply to a message by email',
    ...oneMessage,
    body: MessageReplyInput,
    problems: [NoSuchMessage, AlreadyAnswered],
    run: (tx, { staff, params, body }) =>
      replyToMessage(tx, params.id, { ...body, author: staff.name || staff.email }),
  }),
  staffAction({
    id: 'setMessageStatus',
    method: 'put',
    path: '/admin/messages/{id}/state',
    audit: ({ body }) => (body.to === 'closed' ? 'message.close' : 'message.reopen'),
    summary: 'Close or reopen a message',
    ...oneMessage,
    body: MessageStatusInput,
    problems: [NoSuchMessage, StatusChanged],
    run: (tx, { params, body }) => setMessageStatus(tx, params.id, body),
  }),
]);
