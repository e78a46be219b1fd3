import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import { deleteDevices } from '../../customers/sign-in/devices.server.ts';
import { sha256 } from '../../foundation/config/secret.server.ts';
import { deleteExpired } from '../../foundation/database/delete-expired.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import type { Role, StaffSession } from './contract.ts';

const minute = 60_000;
/** However much it is used. */
const maxAgeMs = 12 * 60 * minute;
const idleMs = 30 * minute;
/** Noting each use would write with every call. */
const noteUseAfterMs = minute;
/** How long somebody may stand between the mailed code and the second factor. */
const pendingSignInMs = 10 * minute;

/** Who of the staff is asking. */
export type Staff = {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  /** When the second factor was shown last. */
  factorAt: Date;
};

/** Somebody whose mailed code was right, and nothing more. */
export type PendingStaff = { id: string; email: string; sessionId: string; isSetUp: boolean };

type NewSession = { factor: boolean; browser?: string };

/**
 * Opens a session; without the second factor it is one that stands at the door. Answers the token, 256 random bits,
 * which is kept nowhere but in their browser.
 */
export async function createStaffSession(
  shop: Shop,
  staffId: string,
  { factor, browser = '' }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = shop.clock.now();
  await shop.db.insert(staffSessions).values({
    tokenHash: sha256(token),
    staffId,
    browser: browser.slice(0, 200),
    createdAt: now,
    seenAt: now,
    factorAt: factor ? now : null,
    endsAt: new Date(now.getTime() + (factor ? maxAgeMs : pendingSignInMs)),
  });
  await deleteExpired(shop, staffSessions.id, staffSessions.endsAt, now);
  return token;
}

const member = {
  id: staff.id,
  email: staff.email,
  name: staff.name,
  role: staff.role,
  sessionId: staffSessions.id,
};

/** Whose token this is; `undefined` when it opens nothing (any more), and while its bearer stands at the door. */
export async function findStaff(shop: Shop, token: string): Promise<Staff | undefined> {
  const now = shop.clock.now();
  const [found] = await shop.db
    .select({ ...member, factorAt: staffSessions.factorAt, seenAt: staffSessions.seenAt })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, sha256(token)),
        gt(staffSessions.endsAt, now),
        gt(staffSessions.seenAt, new Date(now.getTime() - idleMs)),
        isNull(staff.disabledAt),
      ),
    );
  if (!found?.factorAt) return undefined;
  const { seenAt, factorAt, ...who } = found;
  if (now.getTime() - seenAt.getTime() >= noteUseAfterMs) {
    await shop.db.update(staffSessions).set({ seenAt: now }).where(eq(staffSessions.id, who.sessionId));
  }
  return { ...who, factorAt };
}

/** Who stands at the door with this token. */
export async function findPendingStaff(shop: Shop, token: string): Promise<PendingStaff | undefined> {
  const [found] = await shop.db
    .select({ ...member, confirmedAt: staff.totpConfirmedAt })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, sha256(token)),
        gt(staffSessions.endsAt, shop.clock.now()),
        isNull(staffSessions.factorAt),
        isNull(staff.disabledAt),
      ),
    );
  return found && { ...found, isSetUp: found.confirmedAt !== null };
}

/** Ends one session of this person. Answers whether there was one. */
export async function deleteStaffSession(shop: Shop, staffId: string, sessionId: string): Promise<boolean> {
  const closed = await shop.db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId)))
    .returning({ id: staffSessions.id });
  return closed.length > 0;
}

/** Ends all sessions of a member of the staff, or all but one, and forgets the browsers that have signed in. */
export async function deleteStaffSessions(
  shop: Shop,
  staffId: string,
  exceptSessionId?: string,
): Promise<void> {
  const email = shop.db.select({ email: staff.email }).from(staff).where(eq(staff.id, staffId));
  await deleteDevices(shop, 'admin', email);
  await shop.db
    .delete(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        exceptSessionId === undefined ? undefined : ne(staffSessions.id, exceptSessionId),
      ),
    );
}

/** Where this person is signed in; the one used last stands first. */
export async function listStaffSessions(shop: Shop, { id, sessionId }: Staff): Promise<StaffSession[]> {
  const now = shop.clock.now();
  const rows = await shop.db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, id),
        isNotNull(staffSessions.factorAt),
        gt(staffSessions.endsAt, now),
        gt(staffSessions.seenAt, new Date(now.getTime() - idleMs)),
      ),
    )
    .orderBy(desc(staffSessions.seenAt))
    .limit(50);
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    isCurrent: row.id === sessionId,
  }));
}
