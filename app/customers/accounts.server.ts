import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { SignInByCode } from './contract.ts';
import { customers } from './tables.server.ts';

/** A customer's record as it is kept. */
export type Customer = typeof customers.$inferSelect;

/** Somebody as Google knows them; the address is proven. */
export type GoogleAccount = {
  sub: string;
  /** In lower case. */
  email: string;
  firstName: string;
  lastName: string;
  /** True where Google itself owns the address; elsewhere the address may be somebody else's by now. */
  ownsEmail: boolean;
};

/** The account of an address that somebody has just proven to be theirs; made if there is none. Two at once make one. */
export async function signInByEmail(shop: Shop, email: string): Promise<Customer> {
  const now = shop.clock.now();
  const [customer] = await shop.db
    .insert(customers)
    .values({ email, createdAt: now, updatedAt: now })
    // Writes what stands there already, so that one statement answers the row whether it is old or new.
    .onConflictDoUpdate({ target: customers.email, set: { email: sql`excluded.email` } })
    .returning();
  if (!customer) throw new Error('An account was entered, but the database gave no row back.');
  return customer;
}

/**
 * The account that a Google account belongs to; made if there is none. An account is made, or one with the same address
 * becomes its own, only where Google owns the address: elsewhere its old owner could open an account first, and the new
 * one would one day fill it with what is theirs. Throws SignInByCode.
 */
export async function signInByGoogle(shop: Shop, account: GoogleAccount): Promise<Customer> {
  const known = await findBySub(shop, account.sub);
  if (known) return known;
  if (!account.ownsEmail) throw SignInByCode();
  return (
    (await openByGoogle(shop, account)) ??
    (await findBySub(shop, account.sub)) ??
    (await linkToGoogle(shop, account))
  );
}

async function findBySub(shop: Shop, sub: string): Promise<Customer | undefined> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.googleSub, sub));
  return customer;
}

/** `undefined` where the address, or by now the Google account, is somebody's already. */
async function openByGoogle(
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

/** Throws SignInByCode where another Google account has the address here. */
async function linkToGoogle(shop: Shop, { sub, email }: GoogleAccount): Promise<Customer> {
  const [customer] = await shop.db
    .update(customers)
    .set({ googleSub: sub, updatedAt: shop.clock.now() })
    .where(and(eq(customers.email, email), isNull(customers.googleSub)))
    .returning();
  if (!customer) throw SignInByCode();
  return customer;
}

/** An account with what somebody has told of themselves; what is left out is empty. */
export type NewCustomer = Omit<typeof customers.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;

/** Keeps accounts that are known from elsewhere. Those whose address has one already stay as they are. */
export async function createCustomers(shop: Shop, newCustomers: readonly NewCustomer[]): Promise<void> {
  const now = shop.clock.now();
  const rows = newCustomers.map((person) => ({ ...person, createdAt: now, updatedAt: now }));
  if (rows.length > 0) await shop.db.insert(customers).values(rows).onConflictDoNothing();
}
