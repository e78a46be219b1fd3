import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { dropUnsentEmails } from '../../notifications/switches.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import { deleteFactor, type StaffRow } from '../sign-in/staff.server.ts';
import { deleteStaffSessions } from '../sign-in/staff-sessions.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import {
  AlreadyMember,
  LastOwner,
  type MemberChange,
  type NewMember,
  NoSuchMember,
  type TeamMember,
} from './contract.ts';

/** Lists the staff members, disabled ones last. */
export async function listTeam(shop: Shop): Promise<TeamMember[]> {
  const seenAt = sql<string | null>`max(${staffSessions.seenAt})`.mapWith(staffSessions.seenAt);
  const rows = await shop.db
    .select({ member: staff, seenAt })
    .from(staff)
    .leftJoin(staffSessions, eq(staffSessions.staffId, staff.id))
    .groupBy(staff.id)
    .orderBy(sql`${staff.disabledAt} is not null`, asc(staff.role), asc(staff.email))
    .limit(500);
  return rows.map((row) => toTeamMember(row.member, row.seenAt));
}

/** Adds a staff member, who sets up a second factor at the first sign-in. @throws AlreadyMember (409) */
export async function addMember(tx: Tx, member: NewMember): Promise<Audited<TeamMember>> {
  const [row] = await tx.db
    .insert(staff)
    .values({ ...member, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw AlreadyMember(undefined, [
      { field: 'email', message: 'A staff member already has this email address.' },
    ]);
  return { id: row.id, after: shownInLog(row), result: toTeamMember(row, null) };
}

/**
 * Changes a staff member. If the member is disabled, ends their sessions. If the member is disabled or no longer an owner,
 * deletes the unsent emails to them.
 * @throws NoSuchMember (404); LastOwner (409) if no owner would be left
 */
export async function changeMember(
  tx: Tx,
  id: string,
  { name, role, isDisabled }: MemberChange,
): Promise<Audited<TeamMember>> {
  // Lock all owners in a fixed order, so that two concurrent changes cannot remove both of two owners.
  const owners = await tx.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), isNull(staff.disabledAt)))
    .orderBy(staff.id)
    .for('update');
  const [before] = await tx.db.select().from(staff).where(eq(staff.id, id)).for('update');
  if (!before) throw NoSuchMember();
  const isOnlyOwner = owners.length === 1 && owners[0]?.id === id;
  if (isOnlyOwner && (isDisabled === true || role === 'staff')) throw LastOwner();
  const disabledAt =
    isDisabled === undefined ? before.disabledAt : isDisabled ? (before.disabledAt ?? tx.clock.now()) : null;
  const [after = before] = await tx.db
    .update(staff)
    .set({ name, role, disabledAt })
    .where(eq(staff.id, id))
    .returning();
  if (after.disabledAt) await deleteStaffSessions(tx, id);
  const isNoLongerOwner = before.role === 'owner' && after.role !== 'owner';
  if (after.disabledAt || isNoLongerOwner) await dropUnsentEmails(tx, id);
  return { before: shownInLog(before), after: shownInLog(after), result: toTeamMember(after, null) };
}

/** Deletes a staff member's second factor and ends their sessions. @throws NoSuchMember (404) */
export async function resetFactor(tx: Tx, id: string): Promise<Audited<TeamMember>> {
  const row = await deleteFactor(tx, eq(staff.id, id));
  if (!row) throw NoSuchMember();
  return { result: toTeamMember(row, null) };
}

function toTeamMember(row: StaffRow, seenAt: Date | string | null): TeamMember {
  const { id, email, name, role } = row;
  return {
    ...{ id, email, name, role },
    isSetUp: row.totpConfirmedAt !== null,
    seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
    isDisabled: row.disabledAt !== null,
  };
}

function shownInLog({ email, name, role, disabledAt }: StaffRow) {
  return { email, name, role, isDisabled: disabledAt !== null };
}
