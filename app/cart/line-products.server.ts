import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { ProductImage } from '../catalogue/contract.ts';
import { crafts, productCrafts, productImages, products } from '../catalogue/tables.server.ts';
import type { ReadCache } from '../foundation/cache/read-cache.server.ts';
import type { TaggedCache } from '../foundation/cache/tagged-cache.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';

/** The display fields of a line's product. Display fields may be cached, because price and stock do not depend on them. */
export const LineProduct = z.object({
  place: z.string().nullable(),
  hsn: z.string().nullable(),
  craft: z.string().nullable(),
  picture: ProductImage.nullable(),
});
export type LineProduct = z.infer<typeof LineProduct>;

/** The columns of {@link LineProduct}, for a query with the alias `p` for products. */
export const lineProductColumns = sql`p.attributes ->> 'place' as place, p.attributes ->> 'hsn' as hsn,
  (select cr.name from ${crafts} cr where cr.id = (select pc.craft_id from ${productCrafts} pc
    where pc.product_id = p.id order by pc.position limit 1)) as craft,
  (select json_build_object('file', pp.file, 'width', pp.width, 'height', pp.height, 'colour', pp.colour,
    'alt', pp.alt) from ${productImages} pp where pp.product_id = p.id order by pp.position limit 1) as picture`;

const caches = new WeakMap<ReadCache, TaggedCache<LineProduct>>();

/** A product number and a product version. Every edit increments the version. */
type ProductVersion = { proId: string; version: number };

/**
 * Returns the display fields of the lines' products, by {@link productVersionKey}. Reads them from the cache, and missing
 * products in one statement. An edit of a product changes its key. A change of crafts or images invalidates the tag `menus`.
 */
export async function readLineProducts(
  shop: Shop & { readCache: ReadCache },
  lines: readonly ProductVersion[],
): Promise<Map<string, LineProduct>> {
  const { readCache, db } = shop;
  const cache = caches.get(readCache) ?? readCache.open<LineProduct>();
  caches.set(readCache, cache);
  const result = new Map<string, LineProduct>();
  const missing: ProductVersion[] = [];
  for (const product of lines) {
    const entry = cache.find(productVersionKey(product));
    if (entry) result.set(productVersionKey(product), entry.value);
    else missing.push(product);
  }
  if (missing.length === 0) return result;
  const startVersion = cache.currentVersion();
  const rows = readRows(
    LineProduct.extend({ proId: z.string(), version: z.number().int() }),
    await db.execute(sql`select p.id as "proId", p.version, ${lineProductColumns} from ${products} p
      where p.id in (select json_array_elements_text(${JSON.stringify(missing.map(({ proId }) => proId))}::json))`),
  );
  for (const { proId, version, ...product } of rows) {
    // A product that was edited between the two statements is returned and cached in its new version.
    for (const line of missing) if (line.proId === proId) result.set(productVersionKey(line), product);
    const bytes = JSON.stringify(product).length;
    cache.store(productVersionKey({ proId, version }), product, {
      tags: ['menus'],
      version: startVersion,
      bytes,
    });
  }
  return result;
}

export function productVersionKey({ proId, version }: ProductVersion): string {
  return `${proId}@${version}`;
}
