import { z } from '@hono/zod-openapi';
import { ListQuery, listOf } from '../layout/contract.ts';

export const AuditQuery = ListQuery.extend({
  /** What the deed was done to: `order`. */
  kind: z.string().max(40).optional(),
  /** The id of what it was done to. */
  id: z.string().max(100).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    /** Who did it, by the address of then. */
    email: z.string(),
    /** `order.pack` */
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
    /** All kinds of things that the log knows, to choose from. */
    kinds: z.array(z.string()),
  })
  .openapi('AuditList');
export type AuditList = z.infer<typeof AuditList>;
