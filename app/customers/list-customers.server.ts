import { and, asc, desc, eq, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Shop } from '../foundation/shop.server.ts';
import type { Customer } from './accounts.server.ts';
import { customers } from './tables.server.ts';

/** `name` and `since` are the orders of the list; `-` in front for the other way round. The newest stand first. */
export type CustomersQuery = { q: string; sort: string; after: string; limit: number };

type Names = { firstName: SQLWrapper; lastName: SQLWrapper };
const nameOf = ({ firstName, lastName }: Names) => sql`lower(trim(${firstName} || ' ' || ${lastName}))`;

/** Everybody who has an account. `q` finds names, e-mails, and phones however their digits are grouped. */
export async function listCustomers(
  shop: Shop,
  { q, sort, after, limit }: CustomersQuery,
): Promise<{ rows: Customer[]; next: string | null }> {
  const isByName = sort.replace('-', '') === 'name';
  const isUp = isByName ? sort === 'name' : sort === 'since';
  const before = alias(customers, 'before');
  const key = isByName ? nameOf(customers) : customers.createdAt;
  const keyBefore = isByName ? nameOf(before) : before.createdAt;
  const follows = sql`(${key}, ${customers.id}) ${isUp ? sql`>` : sql`<`} (
    select ${keyBefore}, ${before.id} from ${customers} ${before} where ${before.id} = ${after}::uuid)`;
  const [order, ids] = isUp ? [asc(key), asc(customers.id)] : [desc(key), desc(customers.id)];
  const rows = await shop.db
    .select()
    .from(customers)
    .where(and(q ? isCalled(q) : undefined, isId(after) ? follows : undefined))
    .orderBy(order, ids)
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** `undefined` when there is nobody like that (any more). */
export async function findCustomer(shop: Shop, id: string): Promise<Customer | undefined> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.id, id));
  return customer;
}

function isCalled(q: string): SQL | undefined {
  const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const isPhone = /^[+\d\s()-]+$/.test(q);
  const digits = q.replace(/\D/g, '');
  return or(
    ilike(sql`${customers.firstName} || ' ' || ${customers.lastName}`, like(q.replace(/\s+/g, ' '))),
    ilike(customers.email, like(q)),
    isPhone && digits ? ilike(customers.phone, like(digits)) : undefined,
  );
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
