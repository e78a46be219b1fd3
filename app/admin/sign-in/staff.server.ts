import { randomBytes } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { insertLink } from '../../customers/sign-in/links.server.ts';
import { isOwnMachine } from '../../foundation/config/config.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
import { staff } from '../tables.server.ts';
import type { StaffMember } from './contract.ts';
import { deleteStaffSessions } from './staff-sessions.server.ts';
import { toBase32 } from './totp.server.ts';

export type StaffRow = typeof staff.$inferSelect;

/** Those of the shop's own people who may come in by this address; `undefined` for everybody else. */
export async function findStaffMember(shop: Shop, email: string): Promise<StaffRow | undefined> {
  const [row] = await shop.db
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), isNull(staff.disabledAt)));
  return row;
}

export async function readStaffMember(shop: Shop, id: string): Promise<StaffMember> {
  const [row] = await shop.db.select().from(staff).where(eq(staff.id, id));
  if (!row) throw new Error('Somebody of the staff is signed in, but has no row.');
  return toMember(row);
}

export function toMember({ id, email, name, role, recoveryHashes }: StaffRow): StaffMember {
  return { id, email, name, role, recoveryCodesLeft: recoveryHashes.length };
}

/** Who opens the demonstration's back office: nobody has a mailbox at this address. */
export const demoOwner = 'owner@tanabana.example';

/**
 * Who becomes the owner of a shop that has none: ADMIN_EMAIL, or a made-up one where mail is only pretended and
 * read at this very machine.
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

/** At each start: a shop that has no owner gets one. */
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
        // Who looked at the demonstration first, and then names an owner, means it.
        email === demoOwner ? undefined : ne(staff.email, demoOwner),
      ),
    )
    .limit(1);
  if (!owner) await createOwner(shop, email);
}

const machineActor = { id: null, email: 'at the shop’s machine' };

/** Makes whoever has this address an owner who may come in, whatever they were before. */
export async function createOwner(shop: Shop, address: string): Promise<void> {
  const email = address.trim().toLowerCase();
  await inTransaction(shop, async (tx) => {
    const values = { email, role: 'owner' as const, createdAt: tx.clock.now() };
    const [row] = await tx.db
      .insert(staff)
      .values(values)
      .onConflictDoUpdate({ target: staff.email, set: { role: 'owner', disabledAt: null } })
      .returning({ id: staff.id });
    const action = { action: 'team.create-owner', subject: { kind: 'staff', id: row?.id } };
    await insertAuditEntry(tx, machineActor, action, { after: { email, role: 'owner' } });
  });
}

/**
 * Forgets somebody's second factor, for whoever has lost it: they set up a new one with the next mailed code. All
 * their sessions end. Answers whether there is such a person.
 */
export async function resetFactorOf(shop: Shop, address: string): Promise<boolean> {
  return inTransaction(shop, async (tx) => {
    const row = await deleteFactor(tx, eq(staff.email, address.trim().toLowerCase()));
    if (!row) return false;
    const action = { action: 'team.reset-factor', subject: { kind: 'staff', id: row.id } };
    await insertAuditEntry(tx, machineActor, action, { after: { email: row.email } });
    return true;
  });
}

/**
 * Makes a link that signs in a member of the staff once, within ten minutes, whatever happens to their emails; the second factor follows.
 * Returns the secret, 80 bits in letters and digits that can be typed; undefined if no member of the team has the address.
 */
export async function createStaffLink(shop: Shop, address: string): Promise<string | undefined> {
  return inTransaction(shop, async (tx) => {
    const row = await findStaffMember(tx, address.trim().toLowerCase());
    if (!row) return undefined;
    const secret = toBase32(randomBytes(10)).toLowerCase();
    await insertLink(tx, { entryPoint: 'admin', email: row.email }, secret);
    const action = { action: 'sign-in.print-link', subject: { kind: 'staff', id: row.id } };
    await insertAuditEntry(tx, machineActor, action, { after: { email: row.email } });
    return secret;
  });
}

/** Inside a transaction. Answers whose it was. */
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
