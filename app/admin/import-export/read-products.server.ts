import { gt, inArray, sql } from 'drizzle-orm';
import { type StaffProduct, selectStaffProducts } from '../../catalogue/products-for-staff.server.ts';
import { products } from '../../catalogue/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';

/** How a file names a piece, whatever the case. */
export const normalizeProductNumber = (text: string) => text.trim().toUpperCase();

/** Those pieces that there are, by {@link normalizeProductNumber}, in one statement for each few hundred. */
export async function findProducts(
  shop: Shop,
  numbers: readonly string[],
): Promise<Map<string, StaffProduct>> {
  const found = new Map<string, StaffProduct>();
  const distinctNumbers = [...new Set(numbers.map(normalizeProductNumber))];
  for (let at = 0; at < distinctNumbers.length; at += 500) {
    const some = distinctNumbers.slice(at, at + 500);
    for (const product of await selectStaffProducts(
      shop,
      inArray(sql`upper(${products.id})`, some),
      some.length,
    ))
      found.set(normalizeProductNumber(product.id), product);
  }
  return found;
}

/** All pieces, those that were put away too, in the order of their numbers, a few hundred at a time. */
export async function* iterateProducts(shop: Shop): AsyncGenerator<StaffProduct> {
  const atOnce = 200;
  let after = '';
  while (true) {
    const some = await selectStaffProducts(shop, gt(products.id, after), atOnce);
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < atOnce) return;
    after = last.id;
  }
}
