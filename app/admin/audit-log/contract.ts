import { z } from '@hono/zod-openapi';
import { ListQuery, listOf } from '../layout/contract.ts';

export const AuditQuery = ListQuery.extend({
  /** Kind of the changed record, such as `order`. */
  kind: z.string().max(40).optional(),
  /** Id of the changed record. */
  id: z.string().max(100).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    /** Email address that the staff member had when the action ran. */
    email: z.string(),
    /** Name of the action, such as `order.pack`. */
    action: z.string(),
    kind: z.string(),
    subject: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .openapi('AuditEntry');
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = listOf(AuditEntry)
  .extend({
    /** All kinds of records that the log has entries about, for the filter. */
    kinds: z.array(z.string()),
  })
  .openapi('AuditList');
export type AuditList = z.infer<typeof AuditList>;
