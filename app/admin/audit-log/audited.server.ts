import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { auditLog } from '../tables.server.ts';

/** The staff member. The id is null for a command at the shop's machine. */
export type Actor = { id: string | null; email: string };

/** The action, such as `order.pack`, and its subject. For a new subject, {@link Audited} has the id. */
export type Action = { action: string; subject: { kind: string; id?: string | undefined } };

export type Audited<T> = {
  /** The changed values, and values that identify the subject. Of customers no more than their id. */
  before?: unknown;
  after?: unknown;
  /** Id of a subject that the action has created. */
  id?: string;
  /** True if nothing has changed. The action then writes no entry. */
  isUnchanged?: boolean;
  result: T;
};

/**
 * Runs `work` and writes its audit entry in one transaction, unless `work` has changed nothing. `work` queries the database
 * through `tx` only. Requests to a payment provider or a courier are sent outside of it.
 */
export function audited<T>(
  shop: Shop,
  actor: Actor,
  action: Action,
  work: (tx: Tx) => Promise<Audited<T>>,
): Promise<T> {
  return inTransaction(shop, async (tx) => {
    const { result, isUnchanged = false, ...done } = await work(tx);
    if (!isUnchanged) await insertAuditEntry(tx, actor, action, done);
    return result;
  });
}

export async function insertAuditEntry(
  tx: Tx,
  { id: staffId, email }: Actor,
  { action, subject }: Action,
  { before, after, id = subject.id }: Omit<Audited<unknown>, 'result' | 'isUnchanged'>,
): Promise<void> {
  if (id === undefined) throw new Error(`${action} was done to nothing: the audit log needs an id.`);
  await tx.db.insert(auditLog).values({
    at: tx.clock.now(),
    staffId,
    email,
    action,
    subjectKind: subject.kind,
    subjectId: id,
    before: before ?? null,
    after: after ?? null,
  });
}
