import { eq } from 'drizzle-orm';
import type { Role } from '../app/admin/sign-in/contract.ts';
import { encrypt } from '../app/admin/sign-in/encrypted.server.ts';
import { createStaffSession } from '../app/admin/sign-in/staff-sessions.server.ts';
import { totpCode, totpStep } from '../app/admin/sign-in/totp.server.ts';
import { staff } from '../app/admin/tables.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

/** The secret of everybody's second factor in tests. */
export const testSecret = Buffer.from('the-secret-of-a-test');

export type SignedInStaff = {
  id: string;
  email: string;
  role: Role;
  token: string;
  /** For `app.request`: the token, and JSON. */
  headers: Record<string, string>;
};

/**
 * Somebody of the staff with a set-up second factor, shown just now: `kavita@example.in` as the owner,
 * `arjun@example.in` as staff, unless another address is given.
 */
export async function signInAsStaff(
  shop: Shop,
  role: Role = 'owner',
  email = role === 'owner' ? 'kavita@example.in' : 'arjun@example.in',
): Promise<SignedInStaff> {
  const now = shop.clock.now();
  await shop.db
    .insert(staff)
    .values({ email, name: email.replace(/@.*/, ''), role, createdAt: now })
    .onConflictDoNothing();
  const [row] = await shop.db.select({ id: staff.id }).from(staff).where(eq(staff.email, email));
  if (!row) throw new Error(`${email} is nobody of the staff`);
  await shop.db
    .update(staff)
    .set({ role, totpSecret: encrypt(shop, testSecret, row.id), totpConfirmedAt: now })
    .where(eq(staff.id, row.id));
  const token = await createStaffSession(shop, row.id, { factor: true });
  return { id: row.id, email, role, token, headers: headersOf(token) };
}

/** Somebody whose mailed code was right, and nothing more. */
export async function beginStaffSignIn(shop: Shop, role: Role = 'owner') {
  const { id, email } = await signInAsStaff(shop, role);
  const token = await createStaffSession(shop, id, { factor: false });
  return { id, email, role, token, headers: headersOf(token) };
}

/** What the authenticator app shows now, or so many half minutes from now. */
export function appCode(shop: Shop, later = 0, secret: Uint8Array = testSecret): string {
  return totpCode(secret, totpStep(shop.clock.now()) + later);
}

function headersOf(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}
