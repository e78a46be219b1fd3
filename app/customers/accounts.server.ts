import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NotSignedIn, SignInByCode } from './contract.ts';
import { customers } from './tables.server.ts';

export type Customer = typeof customers.$inferSelect;

/** A Google account with a verified email address. */
export type GoogleAccount = {
  sub: string;
  /** The email address in lower case. */
  email: string;
  firstName: string;
  lastName: string;
  /** True if Google hosts the mailbox, so the holder of the Google account owns the email address. An address at another provider
   * may have passed to another person since Google verified it. */
  ownsEmail: boolean;
};

/** Returns the account of a verified email address. Creates the account if there is none. */
export async function signInByEmail(shop: Shop, email: string): Promise<Customer> {
  const now = shop.clock.now();
  const [customer] = await shop.db
    .insert(customers)
    .values({ email, createdAt: now, updatedAt: now })
    // Set the same email address again: the statement then returns the row even if the account already exists.
    .onConflictDoUpdate({ target: customers.email, set: { email: sql`excluded.email` } })
    .returning();
  if (!customer) throw new Error('upsert into customers returned no row');
  return customer;
}

/**
 * Returns the shop account that is linked to a Google account. If there is none, links or creates an account, but only if
 * `ownsEmail` is true.
 * @throws SignInByCode (409) if `ownsEmail` is false, or if the account of the email address is linked to another Google account
 */
export async function signInByGoogle(shop: Shop, account: GoogleAccount): Promise<Customer> {
  const customer = await findBySub(shop, account.sub);
  if (customer) return customer;
  if (!account.ownsEmail) throw SignInByCode();
  return (
    (await createByGoogle(shop, account)) ??
    (await findBySub(shop, account.sub)) ??
    (await linkToGoogle(shop, account))
  );
}

async function findBySub(shop: Shop, sub: string): Promise<Customer | undefined> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.googleSub, sub));
  return customer;
}

/** Inserts an account. Returns undefined if another account has this email address or this Google account. */
async function createByGoogle(
  shop: Shop,
  { sub, email, firstName, lastName }: GoogleAccount,
): Promise<Customer | undefined> {
  const now = shop.clock.now();
  const [customer] = await shop.db
    .insert(customers)
    .values({ email, googleSub: sub, firstName, lastName, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return customer;
}

/**
 * Links the account of the email address to the Google account. @throws SignInByCode (409) if it is linked to another Google
 * account
 */
async function linkToGoogle(shop: Shop, { sub, email }: GoogleAccount): Promise<Customer> {
  const [customer] = await shop.db
    .update(customers)
    .set({ googleSub: sub, updatedAt: shop.clock.now() })
    .where(and(eq(customers.email, email), isNull(customers.googleSub)))
    .returning();
  if (!customer) throw SignInByCode();
  return customer;
}

/** Locks the account's row until the transaction ends. @throws NotSignedIn (401) if the account was deleted. */
export async function lockCustomer(
  { db }: Tx,
  id: string,
  strength: 'key share' | 'no key update',
): Promise<void> {
  const locked = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, id))
    .for(strength);
  if (locked.length === 0) throw NotSignedIn();
}

export type NewCustomer = Omit<typeof customers.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;

/** Inserts the accounts of the seed. Does not change existing accounts. */
export async function createCustomers(shop: Shop, newCustomers: readonly NewCustomer[]): Promise<void> {
  const now = shop.clock.now();
  const rows = newCustomers.map((customer) => ({ ...customer, createdAt: now, updatedAt: now }));
  if (rows.length > 0) await shop.db.insert(customers).values(rows).onConflictDoNothing();
}
