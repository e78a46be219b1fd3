import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { insertLink } from '../../customers/sign-in/links.server.ts';
import { isOwnMachine } from '../../foundation/config/config.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import { staff } from '../tables.server.ts';
import type { StaffMember } from './contract.ts';
import { deleteStaffSessions } from './staff-sessions.server.ts';
import { toBase32 } from './totp.server.ts';

export type StaffRow = typeof staff.$inferSelect;

/** Finds an enabled staff member by email address. Returns undefined if there is none. */
export async function findStaffMember(shop: Shop, email: string): Promise<StaffRow | undefined> {
  const [row] = await shop.db
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), isNull(staff.disabledAt)));
  return row;
}

/** Lists up to 500 enabled staff members. */
export async function listEnabledStaff({ db }: Shop) {
  const isOwner = sql<boolean>`${staff.role} = 'owner'`;
  const { id, email, disabledAt } = staff;
  return db
    .select({ id, email, isOwner })
    .from(staff)
    .where(isNull(disabledAt))
    .orderBy(asc(email))
    .limit(500);
}

/** Returns the email addresses of staff members by id. Includes disabled ones. */
export async function readStaffEmails({ db }: Shop, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(inArray(staff.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export async function readStaffMember(shop: Shop, id: string): Promise<StaffMember> {
  const [row] = await shop.db.select().from(staff).where(eq(staff.id, id));
  if (!row) throw new Error('A signed-in member of staff has no row.');
  const { email, name, role, recoveryHashes } = row;
  return { id, email, name, role, recoveryCodesLeft: recoveryHashes.length };
}

/** Email address of the demo owner. It has no mailbox. */
export const demoOwner = 'owner@tanabana.example';

/**
 * Returns the email address of the first owner: ADMIN_EMAIL, or the demo owner on a developer's machine that sends no emails.
 * Otherwise returns undefined.
 */
export function firstOwnerOf({
  adminEmail,
  mayPretend,
  smtpUrl,
  publicUrl,
}: Shop['config']): string | undefined {
  if (adminEmail) return adminEmail.toLowerCase();
  return mayPretend && smtpUrl === undefined && isOwnMachine(publicUrl) ? demoOwner : undefined;
}

export async function createFirstOwner(shop: Shop): Promise<void> {
  const email = firstOwnerOf(shop.config);
  if (email === undefined) return;
  const [owner] = await shop.db
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.role, 'owner'),
        isNull(staff.disabledAt),
        // If ADMIN_EMAIL is set, ignore the demo owner, who may have been created before ADMIN_EMAIL was set.
        email === demoOwner ? undefined : ne(staff.email, demoOwner),
      ),
    )
    .limit(1);
  if (!owner) await createOwner(shop, email);
}

const machineActor = { id: null, email: 'at the shop’s machine' };

const actionOf = (action: string) => ({ action, subject: { kind: 'staff' } });

/** Creates an owner with this email address, or makes the existing staff member an enabled owner. */
export async function createOwner(shop: Shop, address: string): Promise<void> {
  const email = address.trim().toLowerCase();
  await audited(shop, machineActor, actionOf('team.create-owner'), async (tx) => {
    const values = { email, role: 'owner' as const, createdAt: tx.clock.now() };
    const [row] = await tx.db
      .insert(staff)
      .values(values)
      .onConflictDoUpdate({ target: staff.email, set: { role: 'owner', disabledAt: null } })
      .returning({ id: staff.id });
    return { id: row?.id, after: { email, role: 'owner' }, result: undefined };
  });
}

/**
 * Deletes the second factor of a staff member who has lost it, and ends their sessions. Returns false if the email address is
 * unknown.
 */
export async function resetFactorOf(shop: Shop, address: string): Promise<boolean> {
  return audited(shop, machineActor, actionOf('team.reset-factor'), async (tx) => {
    const row = await deleteFactor(tx, eq(staff.email, address.trim().toLowerCase()));
    return { id: row?.id, after: { email: row?.email }, isUnchanged: !row, result: row !== undefined };
  });
}

/**
 * Creates a link for the first step of one sign-in. The link needs no email and is valid for ten minutes. Returns the link's
 * secret: 80 bits in letters and digits that a user can type. Returns undefined if no enabled staff member has the address.
 */
export async function createStaffLink(shop: Shop, address: string): Promise<string | undefined> {
  return audited(shop, machineActor, actionOf('sign-in.print-link'), async (tx) => {
    const row = await findStaffMember(tx, address.trim().toLowerCase());
    if (!row) return { isUnchanged: true, result: undefined };
    const secret = toBase32(randomBytes(10)).toLowerCase();
    await insertLink(tx, { entryPoint: 'admin', email: row.email }, secret);
    return { id: row.id, after: { email: row.email }, result: secret };
  });
}

/**
 * Deletes the second factor and the sessions of the staff member that `condition` selects. Returns the staff member, or undefined
 * if there is none.
 */
export async function deleteFactor(tx: Tx, condition: ReturnType<typeof eq>): Promise<StaffRow | undefined> {
  const [row] = await tx.db
    .update(staff)
    .set({
      totpSecret: null,
      newTotpSecret: null,
      totpConfirmedAt: null,
      lastTotpStep: null,
      recoveryHashes: [],
      failures: 0,
    })
    .where(condition)
    .returning();
  if (row) await deleteStaffSessions(tx, row.id);
  return row;
}
