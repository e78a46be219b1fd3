import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
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

/** Everybody who has or had a key to the back office; those who have one stand first. */
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

/** Gives somebody a key; they set up their second factor when they first come. Throws MemberAlready. */
export async function addMember(tx: Tx, member: NewMember): Promise<Audited<TeamMember>> {
  const [row] = await tx.db
    .insert(staff)
    .values({ ...member, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw AlreadyMember(undefined, [{ field: 'email', message: 'Somebody in the team has this address.' }]);
  return { id: row.id, after: shownInLog(row), result: toTeamMember(row, null) };
}

/**
 * Changes somebody's name or role, or takes their key away, which ends their sessions at once. The last owner stays
 * one: throws LastOwner. Throws NoSuchMember.
 */
export async function changeMember(
  tx: Tx,
  id: string,
  { name, role, isDisabled }: MemberChange,
): Promise<Audited<TeamMember>> {
  // All owners are locked in one order, so that two who take each other's role away leave one of them.
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
  return { before: shownInLog(before), after: shownInLog(after), result: toTeamMember(after, null) };
}

/** Forgets somebody's second factor and ends their sessions; they set up a new one when they come. Throws NoSuchMember. */
export async function resetFactor(tx: Tx, id: string): Promise<Audited<TeamMember>> {
  const row = await deleteFactor(tx, eq(staff.id, id));
  if (!row) throw NoSuchMember();
  return { result: toTeamMember(row, null) };
}

function toTeamMember(row: StaffRow, seenAt: Date | string | null): TeamMember {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isSetUp: row.totpConfirmedAt !== null,
    seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
    isDisabled: row.disabledAt !== null,
  };
}

function shownInLog({ email, name, role, disabledAt }: StaffRow) {
  return { email, name, role, isDisabled: disabledAt !== null };
}
