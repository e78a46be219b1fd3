import { and, eq, inArray } from 'drizzle-orm';
import type { FieldError } from '../../foundation/http/problem.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import type { Customer } from '../accounts.server.ts';
import { genders, InvalidProfile, NotSignedIn, type Profile, type ProfileChange } from '../contract.ts';
import { checkProfile } from '../rules.ts';
import { deleteDevices } from '../sign-in/devices.server.ts';
import { customers, signInRequests } from '../tables.server.ts';

/** A customer's own record. Throws NotSignedIn when the account is gone. */
export async function readProfile(shop: Shop, id: string): Promise<Profile> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.id, id));
  if (!customer) throw NotSignedIn();
  return toProfile(customer);
}

/**
 * Changes what is named and keeps the rest. Nobody changes the e-mail that they sign in with. Throws InvalidProfile, which names each
 * field that is not right, and NotSignedIn when the account is gone.
 */
export function editProfile(shop: Shop, id: string, change: ProfileChange): Promise<Profile> {
  return inTransaction(shop, async (tx) => {
    // Held until the end: of two changes at once, the second builds upon the first.
    const [customer] = await tx.db.select().from(customers).where(eq(customers.id, id)).for('update');
    if (!customer) throw NotSignedIn();
    const { email, ...changes } = change;
    const { _id, email: stored, ...known } = toProfile(customer);
    const { fields, profile } = checkProfile({ ...known, ...changes }, Object.keys(changes));
    const wrong = [...emailErrors(email, stored), ...fields];
    if (wrong.length > 0) throw InvalidProfile(undefined, wrong);
    const [changed] = await tx.db
      .update(customers)
      .set({ ...profile, updatedAt: shop.clock.now() })
      .where(eq(customers.id, id))
      .returning();
    if (!changed) throw NotSignedIn();
    return toProfile(changed);
  });
}

function emailErrors(sent: string | undefined, stored: string): FieldError[] {
  if (sent === undefined || sent.trim().toLowerCase() === stored) return [];
  return [{ field: 'email', message: "Email used for login can't be changed" }];
}

/** Forgets somebody: the account, and with it every session, the cart and the wishes. */
export async function deleteAccount(shop: Shop, id: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const address = tx.db.select({ email: customers.email }).from(customers).where(eq(customers.id, id));
    // The requests go first, as at a sign-in: two that take the same rows in the same order never wait for each other.
    await tx.db
      .delete(signInRequests)
      .where(and(inArray(signInRequests.email, address), eq(signInRequests.entryPoint, 'shop')));
    await deleteDevices(tx, 'shop', address);
    await tx.db.delete(customers).where(eq(customers.id, id));
  });
}

/** A customer's row as the calls show it. */
export function toProfile(customer: Customer): Profile {
  const { id, email, firstName, lastName, phone, address, apartment, city, state, pincode, country } =
    customer;
  const gender = genders.find((one) => one === customer.gender) ?? '';
  return {
    _id: id,
    email,
    firstName,
    lastName,
    phone,
    gender,
    address,
    apartment,
    city,
    state,
    pincode,
    country,
  };
}
