import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NotSignedIn, SignInByCode } from './contract.ts';
import { customers } from './tables.server.ts';

export type Customer = typeof customers.$inferSelect;

/** An account of Google with a verified email address. */
export type GoogleAccount = {
  sub: string;
  /** In lower case. */
  email: string;
  firstName: string;
  lastName: string;
  /** True if Google provides the address. Another provider may have given it to another person since. */
  ownsEmail: boolean;
};

/** Returns the account of a verified email address. Creates it if there is none. */
export async function signInByEmail(shop: Shop, email: string): Promise<Customer> {
  const now = shop.clock.now();
  const [customer] = await shop.db
    .insert(customers)
    .values({ email, createdAt: now, updatedAt: now })
    // Writes the same value, so one statement returns a new row and an existing one.
    .onConflictDoUpdate({ target: customers.email, set: { email: sql`excluded.email` } })
    .returning();
  if (!customer) throw new Error('upsert into customers returned no row');
  return customer;
}

/**
 * Returns the account of a Google account. Links or creates one only if Google provides the address, because a former owner of
 * another address could otherwise open an account that the new owner uses later.
 * @throws SignInByCode (409)
 */
export async function signInByGoogle(shop: Shop, account: GoogleAccount): Promise<Customer> {
  const known = await findBySub(shop, account.sub);
  if (known) return known;
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

/** Inserts an account. Returns undefined if the address or the Google account has one already. */
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

/** Links the account of the address to the Google account. @throws SignInByCode (409) if another Google account is linked. */
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
  const found = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, id))
    .for(strength);
  if (found.length === 0) throw NotSignedIn();
}

export type NewCustomer = Omit<typeof customers.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;

/** Inserts accounts of the seed. Existing accounts stay as they are. */
export async function createCustomers(shop: Shop, newCustomers: readonly NewCustomer[]): Promise<void> {
  const now = shop.clock.now();
  const rows = newCustomers.map((customer) => ({ ...customer, createdAt: now, updatedAt: now }));
  if (rows.length > 0) await shop.db.insert(customers).values(rows).onConflictDoNothing();
}
