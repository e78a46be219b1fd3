import { eq, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { NoSuchCategory } from './contract.ts';
import { categories, products } from './tables.server.ts';

/** Returns a product number in upper case, because numbers are compared without their case. */
export const normalizeProductNumber = (text: string) => text.trim().toUpperCase();

/**
 * Returns the next product number of a category, such as `TB-SAR-013`. The prefix is the most common one of the category's
 * products. Without products, it is made from the category's name.
 * @throws NoSuchCategory (404)
 */
export async function proposeNumber(shop: Shop, categoryId: string): Promise<string> {
  const [category] = await shop.db
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.id, categoryId));
  if (!category) throw NoSuchCategory();
  const [usual] = await shop.db
    .select({ prefix: sql<string>`substring(${products.id} from '^(.*[^0-9])[0-9]+$')` })
    .from(products)
    .where(sql`${products.categoryId} = ${categoryId} and ${products.id} ~ '[^0-9][0-9]+$'`)
    .groupBy(sql`1`)
    .orderBy(sql`count(*) desc, 1`)
    .limit(1);
  const prefix = usual?.prefix ?? `TB-${firstLetters(category.name)}-`;
  const [last] = await shop.db
    .select({ highest: sql`max(substring(${products.id} from '[0-9]{1,15}$')::bigint)`.mapWith(Number) })
    .from(products)
    .where(sql`starts_with(upper(${products.id}), upper(${prefix}::text))
      and substring(${products.id} from char_length(${prefix}::text) + 1) ~ '^[0-9]{1,15}$'`);
  return `${prefix}${String((last?.highest ?? 0) + 1).padStart(3, '0')}`;
}

function firstLetters(name: string): string {
  const capitals = name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();
  return capitals.slice(0, 3) || 'NEW';
}

/** Locks the creation of product numbers until the transaction ends, so that no two products get the same number. */
export async function lockNumbers({ db }: Shop): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7263)`);
}
