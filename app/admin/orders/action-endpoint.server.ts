import { z } from '@hono/zod-openapi';
import { answer, refusals } from '../../foundation/http/http.server.ts';
import { refusedStaff } from '../sign-in/for-staff.server.ts';
import { OfficeOrder } from './contract.ts';

/** What the rows of all that is done with one order have in common. */
export const tags = ['Back office: orders'];

export const ofOrder = z.object({ id: z.uuid('There is no such order.') });

export function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

export const orderAnswers = {
  200: answer('The order as it is now', OfficeOrder),
  400: refusals[400],
  404: refusals[404],
  409: { ...refusals[400], description: 'The order has moved on, or it cannot be done with it.' },
  ...refusedStaff,
};
