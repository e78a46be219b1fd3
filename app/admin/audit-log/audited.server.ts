import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { auditLog } from '../tables.server.ts';

/** The staff member who acts. The id is null for a command on the server's command line. */
export type Actor = { id: string | null; email: string };

/**
 * The name of an action, such as `order.pack`, and the record that it changes. If the action creates the record, `id` is
 * undefined here, and the new id is in `Audited.id`.
 */
export type Action = { action: string; subject: { kind: string; id?: string | undefined } };

export type Audited<T> = {
  /**
   * Values of the record before the action: the values that the action changes, and those that identify the record. Contains no
   * personal data of customers except their ids.
   */
  before?: unknown;
  after?: unknown;
  /** Replaces the id of the subject, for example with the id of the record that the action has created. */
  id?: string;
  /** True if the action has changed nothing. Then no audit entry is written. */
  isUnchanged?: boolean;
  result: T;
};

/**
 * Runs `work` and writes its audit entry in one transaction. Writes no entry if `work` has changed nothing. `work` must use only
 * `tx` to query the database. `work` must not send requests to a payment provider or a courier.
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
