import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { auditLog } from '../tables.server.ts';

/** Who did it. Without an id: somebody at the shop's own machine. */
export type Actor = { id: string | null; email: string };

/** What was done, `order.pack`, and to what. Of what is new only its maker knows the id: see {@link Audited}. */
export type Action = { action: string; subject: { kind: string; id?: string | undefined } };

export type Audited<T> = {
  /** As it was and as it is: what changed and what helps to know it again, and no more of customers than their id. */
  before?: unknown;
  after?: unknown;
  /** The subject's id, where the deed has made it. */
  id?: string;
  /** True if nothing has changed. The action then writes no entry. */
  isUnchanged?: boolean;
  /** What the caller gets. */
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

/** Writes one row of the audit log; for verbs that have a transaction already. */
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
