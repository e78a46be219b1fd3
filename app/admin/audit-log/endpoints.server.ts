import { createRoute } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forOwner, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { listAudit } from './audit.server.ts';
import { AuditList, AuditQuery } from './contract.ts';

/** What the staff did. */
export const auditLogEndpoints = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/admin/audit',
    tags: ['Back office: audit'],
    summary: 'Who did what, when, and what it was before',
    ...forOwner,
    request: { query: AuditQuery },
    responses: {
      200: respond('The deeds, the newest first', AuditList),
      400: errorResponses[400],
      ...staffErrorResponses,
    },
  }),
  async (c) => c.json(await listAudit(c.get('shop'), c.req.valid('query')), 200),
);
