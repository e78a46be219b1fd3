import { createRoute } from '@hono/zod-openapi';
import { answer, fieldErrors, refusals, room } from '../foundation/http/http.server.ts';
import { ContactMessage, MessageNotRight, Sent } from './contract.ts';
import { sendMessage } from './messages.server.ts';

/** The messages room's calls. */
export const messages = room().openapi(
  createRoute({
    method: 'post',
    path: '/reachus/send',
    tags: ['messages'],
    summary: 'Write to the shop.',
    request: { body: { required: true, content: { 'application/json': { schema: ContactMessage } } } },
    responses: { 200: answer('The message is with the shop.', Sent), 400: refusals[400], 429: refusals[429] },
  }),
  async (c) => {
    const from = { address: c.get('clientAddress') };
    return c.json(await sendMessage(c.get('shop'), c.req.valid('json'), from), 200);
  },
  (result) => {
    if (!result.success) throw MessageNotRight(undefined, fieldErrors(result.error.issues));
  },
);
