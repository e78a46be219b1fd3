import { createRoute } from '@hono/zod-openapi';
import { answer, refusals, room } from '../../foundation/http/http.server.ts';
import { forOwner, refusedStaff } from '../sign-in/for-staff.server.ts';
import { listAudit } from './audit.server.ts';
import { AuditAsked, AuditList } from './contract.ts';

/** What the staff did. */
export const adminAudit = room().openapi(
  createRoute({
    method: 'get',
    path: '/admin/audit',
    tags: ['Back office: audit'],
    summary: 'Who did what, when, and what it was before',
    ...forOwner,
    request: { query: AuditAsked },
    responses: {
      200: answer('The deeds, the newest first', AuditList),
      400: refusals[400],
      ...refusedStaff,
    },
  }),
  async (c) => c.json(await listAudit(c.get('shop'), c.req.valid('query')), 200),
);
