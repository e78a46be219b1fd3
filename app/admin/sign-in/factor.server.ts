import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import { FactorLocked, NotSetUp, NotStaff, WrongFactor } from './contract.ts';
import { decrypt } from './encrypted.server.ts';
import { hashOfRecoveryCode } from './recovery-codes.server.ts';
import { deleteStaffSession } from './staff-sessions.server.ts';
import { matchTotp } from './totp.server.ts';

/** After so many wrong ones in a row the session ends, and a new code has to be mailed. */
const maxAttemptsPerSession = 5;
/** After so many, over all their sessions, somebody is let in no more until an owner resets the factor. */
const maxFailures = 100;

/** A session of somebody, whether it stands at the door or is inside. */
export type FactorHolder = { id: string; email: string; sessionId: string };

type Stored = { totpSecret: string | null; newTotpSecret: string | null; lastTotpStep: number | null };

/**
 * Looks at a second factor: six figures of the app, or a recovery code, which is used up by it. Each is good for one
 * time. Returns which of the two it was. Throws WrongFactor; NotStaff once five in a row were wrong, which ends the session; FactorLocked after a
 * hundred; NotSetUp.
 */
export async function checkFactor(
  shop: Shop,
  holder: FactorHolder,
  code: string,
): Promise<'app' | 'recovery-code'> {
  const stored = await consumeAttempt(shop, holder);
  if (stored.totpSecret === null) throw NotSetUp();
  const kind = /^\d{6}$/.test(code) ? 'app' : 'recovery-code';
  const right =
    kind === 'app'
      ? await consumeTotp(shop, holder, stored, code)
      : await consumeRecoveryCode(shop, holder, code);
  if (!right) throw WrongFactor();
  await resetAttempts(shop, holder);
  return kind;
}

/** Forgets the wrong codes of a session after a right one. */
export async function resetAttempts(shop: Shop, { sessionId }: FactorHolder): Promise<void> {
  await shop.db.update(staffSessions).set({ tries: 0 }).where(eq(staffSessions.id, sessionId));
}

/**
 * Counts one try before anybody looks: of a burst of guesses, five are looked at. The statements stand outside of any
 * transaction that could take the count back.
 */
export async function consumeAttempt(shop: Shop, { id, sessionId }: FactorHolder): Promise<Stored> {
  const [session] = await shop.db
    .update(staffSessions)
    .set({ tries: sql`${staffSessions.tries} + 1` })
    .where(and(eq(staffSessions.id, sessionId), lt(staffSessions.tries, maxAttemptsPerSession)))
    .returning({ id: staffSessions.id });
  if (!session) {
    await deleteStaffSession(shop, id, sessionId);
    throw NotStaff('That were too many wrong codes. Please sign in again.');
  }
  const [stored] = await shop.db
    .update(staff)
    .set({ failures: sql`${staff.failures} + 1` })
    .where(and(eq(staff.id, id), lt(staff.failures, maxFailures)))
    .returning({
      totpSecret: staff.totpSecret,
      newTotpSecret: staff.newTotpSecret,
      lastTotpStep: staff.lastTotpStep,
    });
  if (!stored) throw FactorLocked();
  return stored;
}

/** Of two who show the same code at once, and of a code and an older one, one is let in. */
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

async function consumeRecoveryCode(shop: Shop, { id, email }: FactorHolder, code: string): Promise<boolean> {
  const hash = hashOfRecoveryCode(shop, id, code);
  return inTransaction(shop, async (tx) => {
    const [used] = await tx.db
      .update(staff)
      .set({ recoveryHashes: sql`array_remove(${staff.recoveryHashes}, ${hash})`, failures: 0 })
      .where(and(eq(staff.id, id), sql`${hash} = any(${staff.recoveryHashes})`))
      .returning({ left: sql<number>`cardinality(${staff.recoveryHashes})` });
    if (!used) return false;
    const action = { action: 'sign-in.use-recovery-code', subject: { kind: 'staff', id } };
    await insertAuditEntry(tx, { id, email }, action, { after: { left: used.left } });
    return true;
  });
}
