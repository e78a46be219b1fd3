import { router } from '../../foundation/http/endpoint.server.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import { listAudit } from './audit.server.ts';
import { AuditList, AuditQuery } from './contract.ts';

export const auditLogEndpoints = router('Admin: audit log', [
  staffRead({
    id: 'listAuditLog',
    path: '/admin/audit-log',
    summary: 'List the actions of the staff, newest first',
    access: staff({ owner: true }),
    query: AuditQuery,
    response: AuditList,
    run: ({ shop, query }) => listAudit(shop, query),
  }),
]);
