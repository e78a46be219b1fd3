import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, room } from '../../foundation/http/http.server.ts';
import { forStaff, refusedStaff } from '../sign-in/for-staff.server.ts';
import { StuckThings, Today } from './contract.ts';
import { readToday } from './dashboard.server.ts';
import { readStuck, sendAgainAsStaff } from './stuck.server.ts';

const tags = ['Back office: today'];

/** What waits, and what sold. */
export const adminToday = room()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/today',
      tags,
      summary: 'What waits, and what sold in thirty days',
      ...forStaff,
      responses: { 200: answer('Today', Today), ...refusedStaff },
    }),
    async (c) => c.json(await readToday(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/today/stuck',
      tags,
      summary: 'Mails that could not be sent, and news that could not be handled',
      ...forStaff,
      responses: { 200: answer('What a machine has given up', StuckThings), ...refusedStaff },
    }),
    async (c) => c.json(await readStuck(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/today/mails/{id}/again',
      tags,
      summary: 'Tries a mail anew that could not be sent',
      ...forStaff,
      request: { params: z.object({ id: z.uuid('There is no such mail.') }) },
      responses: {
        200: answer('What is still stuck', StuckThings),
        400: refusals[400],
        404: refusals[404],
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await sendAgainAsStaff(c.get('shop'), c.get('staff'), id), 200);
    },
  );
