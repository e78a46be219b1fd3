import { createRoute } from '@hono/zod-openapi';
import { createRouter, errorResponses, fieldErrors, respond } from '../foundation/http/http.server.ts';
import { ContactMessage, InvalidMessage, Sent } from './contract.ts';
import { sendMessage } from './messages.server.ts';

/** The messages room's calls. */
export const messages = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/reachus/send',
    tags: ['messages'],
    summary: 'Write to the shop.',
    request: { body: { required: true, content: { 'application/json': { schema: ContactMessage } } } },
    responses: {
      200: respond('The message is with the shop.', Sent),
      400: errorResponses[400],
      429: errorResponses[429],
    },
  }),
  async (c) => {
    const from = { address: c.get('clientAddress') };
    return c.json(await sendMessage(c.get('shop'), c.req.valid('json'), from), 200);
  },
  (result) => {
    if (!result.success) throw InvalidMessage(undefined, fieldErrors(result.error.issues));
  },
);
