import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { NoSuchCategory } from './contract.ts';
import { categories, products } from './tables.server.ts';

const Beginning = z.object({ beginning: z.string() });
const Highest = z.object({ highest: z.coerce.number() });

/** Returns the next number of a category, such as `TB-SAR-013`, as most of its products are numbered. @throws NoSuchCategory (404) */
export async function proposeNumber(shop: Shop, categoryId: string): Promise<string> {
  const [category] = await shop.db
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.id, categoryId));
  if (!category) throw NoSuchCategory();
  const usual = await shop.db.execute(sql`
    select substring(${products.id} from '^(.*[^0-9])[0-9]+$') as beginning from ${products}
    where ${products.categoryId} = ${categoryId} and ${products.id} ~ '[^0-9][0-9]+$'
    group by 1 order by count(*) desc, 1 limit 1`);
  const [known] = readRows(Beginning, usual);
  const beginning = known?.beginning ?? `TB-${firstLetters(category.name)}-`;
  const answer = await shop.db.execute(sql`
    select coalesce(max(substring(${products.id} from '[0-9]{1,15}$')::bigint), 0) as highest from ${products}
    where starts_with(upper(${products.id}), upper(${beginning}::text))
      and substring(${products.id} from char_length(${beginning}::text) + 1) ~ '^[0-9]{1,15}$'`);
  const [last] = readRows(Highest, answer);
  return `${beginning}${String((last?.highest ?? 0) + 1).padStart(3, '0')}`;
}

function firstLetters(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();
  return letters.slice(0, 3) || 'NEW';
}

/** Locks the product numbers until the transaction ends. */
export async function lockNumbers({ db }: Shop): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7263)`);
}
