import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import { deleteDevices } from '../../customers/sign-in/devices.server.ts';
import { hours, minutes } from '../../foundation/clock.ts';
import { sha256 } from '../../foundation/config/secret.server.ts';
import { deleteExpired } from '../../foundation/database/delete-expired.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import type { Role, StaffSession } from './contract.ts';

/** Maximum age of a session in milliseconds, even if it is in use. */
const maxAgeMs = hours(12);
const idleMs = minutes(30);
/** Minimum time between two updates of `seenAt`. Without it, every request would write to the database. */
const noteUseAfterMs = minutes(1);
/** Maximum time between the emailed code and the second factor. */
const pendingSignInMs = minutes(10);

/** The signed-in staff member who sends a request. */
export type Staff = {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  /** Time of the last check of the second factor. */
  factorAt: Date;
};

/** A staff member between the two steps of the sign-in. */
export type PendingStaff = { id: string; email: string; sessionId: string; isSetUp: boolean };

/**
 * Creates a session. Without `factor`, the session is pending. Returns the token of 256 random bits. The database stores only its
 * hash.
 */
export async function createStaffSession(
  shop: Shop,
  staffId: string,
  { factor, browser = '' }: { factor: boolean; browser?: string },
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

/** Finds the staff member of a session token. Returns undefined if the session has ended or its second factor is pending. */
export async function findStaff(shop: Shop, token: string): Promise<Staff | undefined> {
  const now = shop.clock.now();
  const [session] = await shop.db
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
  if (!session?.factorAt) return undefined;
  const { seenAt, factorAt, ...who } = session;
  if (now.getTime() - seenAt.getTime() >= noteUseAfterMs) {
    await shop.db.update(staffSessions).set({ seenAt: now }).where(eq(staffSessions.id, who.sessionId));
  }
  return { ...who, factorAt };
}

/** Finds the staff member of a pending session's token. Returns undefined if there is no such session. */
export async function findPendingStaff(shop: Shop, token: string): Promise<PendingStaff | undefined> {
  const [session] = await shop.db
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
  return session && { ...session, isSetUp: session.confirmedAt !== null };
}

export async function deleteStaffSession(shop: Shop, staffId: string, sessionId: string): Promise<void> {
  await shop.db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId)));
}

/** Ends all sessions of a staff member, or all except one, and forgets the browsers that the staff member has used. */
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

/** Lists the sessions of a staff member, the last used first. */
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
