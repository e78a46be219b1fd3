import { and, asc, desc, eq, getTableColumns, ilike, inArray, lt, or, sql } from 'drizzle-orm';
import { likePattern, toPage } from '../../foundation/database/keyset.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listRows } from '../layout/contract.ts';
import { auditLog } from '../tables.server.ts';
import { actionsLabelled } from './action-labels.ts';
import type { AuditList, AuditQuery } from './contract.ts';

/** Lists a page of the audit log, newest first. `q` searches email addresses, actions and their labels, subjects and order numbers. */
export async function listAudit(shop: Shop, { q, kind, id, after }: AuditQuery): Promise<AuditList> {
  const like = likePattern(q);
  const { subjectKind, subjectId, staffId: _staffId, ...columns } = getTableColumns(auditLog);
  const fetched = await shop.db
    .select({ ...columns, kind: subjectKind, subject: subjectId })
    .from(auditLog)
    .where(
      and(
        /^\d{1,15}$/.test(after) ? lt(auditLog.id, Number(after)) : undefined,
        kind ? eq(auditLog.subjectKind, kind) : undefined,
        id ? eq(auditLog.subjectId, id) : undefined,
        q
          ? or(
              ilike(auditLog.email, like),
              ilike(auditLog.action, like),
              inArray(auditLog.action, actionsLabelled(q)),
              ilike(auditLog.subjectId, like),
              sql`${auditLog.after} ->> 'number' ilike ${like}`,
            )
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(listRows + 1);
  const kinds = await shop.db
    .selectDistinct({ kind: auditLog.subjectKind })
    .from(auditLog)
    .orderBy(asc(auditLog.subjectKind));
  const { rows, next } = toPage(fetched, listRows);
  return {
    rows: rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() })),
    next,
    kinds: kinds.map(({ kind }) => kind),
  };
}
