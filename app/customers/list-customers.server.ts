import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import { keyset, likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Customer } from './accounts.server.ts';
import { customers } from './tables.server.ts';

/** `sort` is `name` or `since`, with a leading `-` for descending order. By default the list begins with the newest customers. */
type CustomersQuery = { q: string; sort: string; after: string; limit: number };

const name = sql`lower(trim(${customers.firstName} || ' ' || ${customers.lastName}))`;

/** Lists customers whose name, email address or phone number contains `q`. Ignores spaces in a phone number. */
export async function listCustomers(
  shop: Shop,
  { q, sort, after, limit }: CustomersQuery,
): Promise<{ rows: Customer[]; next: string | null }> {
  const isByName = sort.replace('-', '') === 'name';
  const key = isByName ? name : customers.createdAt;
  const order = keyset(key, customers.id, sort === 'name' || sort === 'since' ? 'asc' : 'desc');
  const fetched = await shop.db
    .select()
    .from(customers)
    .where(and(q ? matches(q) : undefined, order.after(after)))
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  return toPage(fetched, limit);
}

/** Finds an account by its id. Returns undefined if it does not exist. */
export async function findCustomer(shop: Shop, id: string): Promise<Customer | undefined> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.id, id));
  return customer;
}

function matches(q: string): SQL | undefined {
  const isPhone = /^[+\d\s()-]+$/.test(q);
  const digits = q.replace(/\D/g, '');
  return or(
    ilike(sql`${customers.firstName} || ' ' || ${customers.lastName}`, likePattern(q.replace(/\s+/g, ' '))),
    ilike(customers.email, likePattern(q)),
    isPhone && digits ? ilike(customers.phone, likePattern(digits)) : undefined,
  );
}
