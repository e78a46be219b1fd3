import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import { FactorLocked, NotSetUp, NotStaff, WrongFactor } from './contract.ts';
import { decrypt } from './encrypted.server.ts';
import { hashOfRecoveryCode } from './recovery-codes.server.ts';
import { deleteStaffSession } from './staff-sessions.server.ts';
import { matchTotp } from './totp.server.ts';

/** Number of consecutive wrong codes after which the session ends. */
const maxAttemptsPerSession = 5;
/**
 * Number of consecutive wrong codes, over all sessions, after which the staff member is locked until an owner resets the factor.
 */
const maxFailures = 100;

/** A staff member and their session, which is pending or signed in. */
type FactorHolder = { id: string; email: string; sessionId: string };

type Stored = { totpSecret: string | null; newTotpSecret: string | null; lastTotpStep: number | null };

export const auditOwnAction = (tx: Tx, member: FactorHolder, action: string, after?: unknown) =>
  insertAuditEntry(tx, member, { action, subject: { kind: 'staff', id: member.id } }, { after });

/**
 * Checks a code from the authenticator app or a recovery code, and marks it as used. Returns which kind of code it was.
 * @throws WrongFactor (400), NotSetUp (409), NotStaff (401) after five consecutive wrong codes in this session, which is then
 * ended, and FactorLocked (403) after a hundred in all sessions
 */
export async function checkFactor(
  shop: Shop,
  holder: FactorHolder,
  code: string,
): Promise<'app' | 'recovery-code'> {
  const factor = await consumeAttempt(shop, holder);
  if (factor.totpSecret === null) throw NotSetUp();
  const kind = /^\d{6}$/.test(code) ? 'app' : 'recovery-code';
  const right =
    kind === 'app'
      ? await consumeTotp(shop, holder, factor, code)
      : await consumeRecoveryCode(shop, holder, code);
  if (!right) throw WrongFactor();
  await resetAttempts(shop, holder);
  return kind;
}

/** Resets the session's count of wrong codes. Called after a correct code. */
export async function resetAttempts(shop: Shop, { sessionId }: FactorHolder): Promise<void> {
  await shop.db.update(staffSessions).set({ tries: 0 }).where(eq(staffSessions.id, sessionId));
}

/**
 * Counts a guess before the code is checked, so that of many concurrent guesses only five are checked. Must run outside of
 * transactions, because a rollback would undo the count.
 */
export async function consumeAttempt(shop: Shop, { id, sessionId }: FactorHolder): Promise<Stored> {
  const [session] = await shop.db
    .update(staffSessions)
    .set({ tries: sql`${staffSessions.tries} + 1` })
    .where(and(eq(staffSessions.id, sessionId), lt(staffSessions.tries, maxAttemptsPerSession)))
    .returning({ id: staffSessions.id });
  if (!session) {
    await deleteStaffSession(shop, id, sessionId);
    throw NotStaff('Too many wrong codes. Please sign in again.');
  }
  const [factor] = await shop.db
    .update(staff)
    .set({ failures: sql`${staff.failures} + 1` })
    .where(and(eq(staff.id, id), lt(staff.failures, maxFailures)))
    .returning({
      totpSecret: staff.totpSecret,
      newTotpSecret: staff.newTotpSecret,
      lastTotpStep: staff.lastTotpStep,
    });
  if (!factor) throw FactorLocked();
  return factor;
}

/** Checks a code from the app. Accepts each code once. Rejects a code that is older than the last accepted one. */
export async function consumeTotp(
  shop: Shop,
  { id }: FactorHolder,
  { totpSecret, lastTotpStep }: Pick<Stored, 'totpSecret' | 'lastTotpStep'>,
  code: string,
): Promise<boolean> {
  if (totpSecret === null) return false;
  const step = matchTotp(decrypt(shop, totpSecret, id), code, {
    now: shop.clock.now(),
    after: lastTotpStep,
  });
  if (step === undefined) return false;
  const taken = await shop.db
    .update(staff)
    .set({ lastTotpStep: step, failures: 0 })
    .where(
      and(
        eq(staff.id, id),
        eq(staff.totpSecret, totpSecret),
        or(isNull(staff.lastTotpStep), lt(staff.lastTotpStep, step)),
      ),
    )
    .returning({ id: staff.id });
  return taken.length > 0;
}

async function consumeRecoveryCode(shop: Shop, member: FactorHolder, code: string): Promise<boolean> {
  const { id } = member;
  const hash = hashOfRecoveryCode(shop, id, code);
  return inTransaction(shop, async (tx) => {
    const [used] = await tx.db
      .update(staff)
      .set({ recoveryHashes: sql`array_remove(${staff.recoveryHashes}, ${hash})`, failures: 0 })
      .where(and(eq(staff.id, id), sql`${hash} = any(${staff.recoveryHashes})`))
      .returning({ left: sql<number>`cardinality(${staff.recoveryHashes})` });
    if (!used) return false;
    await auditOwnAction(tx, member, 'sign-in.use-recovery-code', { left: used.left });
    return true;
  });
}
