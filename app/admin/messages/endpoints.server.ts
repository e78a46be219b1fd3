import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { replyToMessage, setMessageStatus } from '../../messages/answer-message.server.ts';
import { listInbox, readMessage } from '../../messages/inbox.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import { listRows } from '../layout/contract.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { AdminMessage, Inbox, InboxQuery, MessageReplyInput, MessageStatusInput } from './contract.ts';

const tags = ['Back office: messages'];
const params = z.object({ id: z.uuid('There is no such message.') });
const { 400: notRight, 404: notThere } = errorResponses;
const meanwhile = { ...notRight, description: 'Somebody else was here meanwhile.' };

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Messages and their answers. */
export const messageEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages',
      tags,
      summary: 'What people wrote, the newest first',
      ...forStaff,
      request: { query: InboxQuery },
      responses: { 200: respond('The inbox', Inbox), 400: notRight, ...staffErrorResponses },
    }),
    async (c) => {
      const { q, state, after } = c.req.valid('query');
      return c.json(await listInbox(c.get('shop'), { q, state, after, limit: listRows }), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages/{id}',
      tags,
      summary: 'One message, its answers, and what else its sender wrote',
      ...forStaff,
      request: { params },
      responses: {
        200: respond('The message', AdminMessage),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await readMessage(c.get('shop'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/messages/{id}/answer',
      tags,
      summary: 'Answers by mail; the answer is kept',
      ...forStaff,
      request: { params, body: body(MessageReplyInput) },
      responses: {
        200: respond('The message with its answer', AdminMessage),
        400: notRight,
        404: notThere,
        409: meanwhile,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { text, seen } = c.req.valid('json');
      const [shop, staff] = [c.get('shop'), c.get('staff')];
      const action = { action: 'message.answer', subject: { kind: 'message', id } };
      const answered = await audited(shop, staff, action, async (tx) => ({
        ...(await replyToMessage(tx, id, { text, seen, by: staff.name || staff.email })),
        answer: await readMessage(tx, id),
      }));
      return c.json(answered, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/messages/{id}/state',
      tags,
      summary: 'Closes a message, or opens it again',
      ...forStaff,
      request: { params, body: body(MessageStatusInput) },
      responses: {
        200: respond('The message as it is now', AdminMessage),
        400: notRight,
        404: notThere,
        409: meanwhile,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const move = c.req.valid('json');
      const action = move.to === 'closed' ? 'message.close' : 'message.reopen';
      const deed = { action, subject: { kind: 'message', id } };
      const moved = await audited(c.get('shop'), c.get('staff'), deed, async (tx) => ({
        ...(await setMessageStatus(tx, id, move)),
        answer: await readMessage(tx, id),
      }));
      return c.json(moved, 200);
    },
  );
