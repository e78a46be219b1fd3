import { and, eq, inArray } from 'drizzle-orm';
import type { FieldError } from '../../foundation/http/problem.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import type { Customer } from '../accounts.server.ts';
import { InvalidProfile, NotSignedIn, type Profile, type ProfileChange } from '../contract.ts';
import { findCustomer } from '../list-customers.server.ts';
import { type AddressFields, readProfileFields } from '../profile-fields.ts';
import { addressToSave, checkProfile } from '../rules.ts';
import { deleteDevices } from '../sign-in/devices.server.ts';
import { customers, signInRequests } from '../tables.server.ts';

/** Reads the customer's profile. @throws NotSignedIn (401) if the account was deleted */
export async function readProfile(shop: Shop, id: string): Promise<Profile> {
  const customer = await findCustomer(shop, id);
  if (!customer) throw NotSignedIn();
  return toProfile(customer);
}

/**
 * Changes fields of the profile, except the email address. @throws InvalidProfile (400); NotSignedIn (401) if the account was
 * deleted
 */
export function editProfile(shop: Shop, id: string, change: ProfileChange): Promise<Profile> {
  return inTransaction(shop, async (tx) => {
    // Lock the account, so that the second of two concurrent changes applies to the result of the first.
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

/**
 * Copies the address of an order to the profile. Does nothing if the profile has another name or address. Fills in empty fields
 * only. Returns the profile.
 * @throws NotSignedIn (401) if the account was deleted
 */
export async function saveAddress(tx: Tx, id: string, shipTo: AddressFields): Promise<Profile> {
  // Lock the account, so that a concurrent change of the profile is not overwritten. This lock does not block orders that refer
  // to the account.
  const [customer] = await tx.db.select().from(customers).where(eq(customers.id, id)).for('no key update');
  if (!customer) throw NotSignedIn();
  const profile = toProfile(customer);
  const change = addressToSave(profile, shipTo);
  if (!change) return profile;
  await tx.db
    .update(customers)
    .set({ ...change, updatedAt: tx.clock.now() })
    .where(eq(customers.id, id));
  return { ...profile, ...change };
}

function emailErrors(input: string | undefined, email: string): FieldError[] {
  if (input === undefined || input.trim().toLowerCase() === email) return [];
  return [{ field: 'email', message: "Email used for login can't be changed" }];
}

/** Deletes an account with its sessions, cart and wishlist. */
export async function deleteAccount(shop: Shop, id: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const address = tx.db.select({ email: customers.email }).from(customers).where(eq(customers.id, id));
    // Delete the sign-in requests before the account. A sign-in also locks its request before the account, so the two cannot
    // deadlock.
    await tx.db
      .delete(signInRequests)
      .where(and(inArray(signInRequests.email, address), eq(signInRequests.entryPoint, 'shop')));
    await deleteDevices(tx, 'shop', address);
    await tx.db.delete(customers).where(eq(customers.id, id));
  });
}

export function toProfile(customer: Customer): Profile {
  return { _id: customer.id, email: customer.email, ...readProfileFields((field) => customer[field]) };
}
