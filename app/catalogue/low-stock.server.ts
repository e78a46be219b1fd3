import { and, asc, lte, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import type { LowStock } from './contract.ts';
import { inState, inStock } from './list-products-for-staff.server.ts';
import { availableUnits } from './product-rows.server.ts';
import { productImages, products } from './tables.server.ts';

const maxProducts = 6;

/** Published products at or below the low-stock limit, the fewest units first. Counts by the conditions of the staff's product list. */
export async function readLowStock(shop: Shop, lowStockAt: number): Promise<LowStock> {
  const units = availableUnits(shop);
  const countOf = (stock: 'low' | 'out') =>
    sql<number>`(count(*) filter (where ${inStock(shop, stock, lowStockAt)}) over ())::int`;
  const rows = await shop.db
    .select({
      id: products.id,
      name: products.name,
      file: sql<
        string | null
      >`(select p.file from ${productImages} p where p.product_id = ${products}.id and p.position = 0)`,
      left: units,
      soldOutCount: countOf('out'),
      lowStockCount: countOf('low'),
    })
    .from(products)
    .where(and(inState('live'), lte(units, lowStockAt)))
    .orderBy(asc(units), asc(products.name))
    .limit(maxProducts);
  return {
    lowStockCount: rows[0]?.lowStockCount ?? 0,
    soldOutCount: rows[0]?.soldOutCount ?? 0,
    lowStock: rows.map(({ id, name, file, left }) => ({ id, name, file, left: Math.max(0, left) })),
  };
}
