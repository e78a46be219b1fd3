import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { stateOf } from '../../catalogue/piece-rules.ts';
import { pictures, type StaffPiece, sizes } from '../../catalogue/staff-pieces.server.ts';
import {
  categories,
  crafts,
  fabrics,
  productCrafts,
  productFabrics,
  products,
} from '../../catalogue/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';

const craftNames = sql<string[]>`(
  select coalesce(json_agg(c.name order by pc.position), '[]'::json)
  from ${productCrafts} pc join ${crafts} c on c.id = pc.craft_id where pc.product_id = ${products.id})`;

const fabricNames = sql<string[]>`(
  select coalesce(json_agg(f.name order by pf.position), '[]'::json)
  from ${productFabrics} pf join ${fabrics} f on f.id = pf.fabric_id where pf.product_id = ${products.id})`;

/** How a file names a piece, whatever the case. */
export const numberOf = (text: string) => text.trim().toUpperCase();

/** Those pieces that there are, by {@link numberOf}, in one statement for each few hundred. */
export async function findPieces(shop: Shop, numbers: readonly string[]): Promise<Map<string, StaffPiece>> {
  const found = new Map<string, StaffPiece>();
  const wanted = [...new Set(numbers.map(numberOf))];
  for (let at = 0; at < wanted.length; at += 500) {
    const some = wanted.slice(at, at + 500);
    for (const piece of await readPieces(shop, inArray(sql`upper(${products.id})`, some), some.length))
      found.set(numberOf(piece.id), piece);
  }
  return found;
}

/** All pieces, those that were put away too, in the order of their numbers, a few hundred at a time. */
export async function* eachPiece(shop: Shop): AsyncGenerator<StaffPiece> {
  const atOnce = 200;
  let after = '';
  while (true) {
    const some = await readPieces(shop, gt(products.id, after), atOnce);
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < atOnce) return;
    after = last.id;
  }
}

async function readPieces({ db }: Shop, which: SQL, limit: number): Promise<StaffPiece[]> {
  const rows = await db
    .select({
      product: products,
      categoryName: categories.name,
      categorySlug: categories.slug,
      crafts: craftNames,
      fabrics: fabricNames,
      pictures,
      sizes,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(which))
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map(({ product, ...parts }) => {
    const {
      search: _search,
      position: _position,
      ratingSum: _sum,
      ratingCount: _count,
      published,
      archivedAt,
      ...columns
    } = product;
    return { ...columns, ...parts, state: stateOf({ published, archivedAt }) };
  });
}
