import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { Dashboard, StuckItems } from './contract.ts';
import { readDashboard } from './dashboard.server.ts';
import { readStuck, resendEmailAsStaff } from './stuck.server.ts';

const tags = ['Back office: today'];

/** What waits, and what sold. */
export const dashboardEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/today',
      tags,
      summary: 'What waits, and what sold in thirty days',
      ...forStaff,
      responses: { 200: respond('Today', Dashboard), ...staffErrorResponses },
    }),
    async (c) => c.json(await readDashboard(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/today/stuck',
      tags,
      summary: 'Mails that could not be sent, and news that could not be handled',
      ...forStaff,
      responses: { 200: respond('What a machine has given up', StuckItems), ...staffErrorResponses },
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
        200: respond('What is still stuck', StuckItems),
        400: errorResponses[400],
        404: errorResponses[404],
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await resendEmailAsStaff(c.get('shop'), c.get('staff'), id), 200);
    },
  );
