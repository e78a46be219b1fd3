import { z } from '@hono/zod-openapi';
import { errorResponses, respond } from '../../foundation/http/http.server.ts';
import { staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { AdminOrder } from './contract.ts';

/** What the rows of all that is done with one order have in common. */
export const tags = ['Back office: orders'];

export const ofOrder = z.object({ id: z.uuid('There is no such order.') });

export function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

export const orderAnswers = {
  200: respond('The order as it is now', AdminOrder),
  400: errorResponses[400],
  404: errorResponses[404],
  409: { ...errorResponses[400], description: 'The order has moved on, or it cannot be done with it.' },
  ...staffErrorResponses,
};
