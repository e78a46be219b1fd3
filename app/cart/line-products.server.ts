import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { ProductImage } from '../catalogue/contract.ts';
import { crafts, productCrafts, productImages, products } from '../catalogue/tables.server.ts';
import type { ReadCache } from '../foundation/cache/read-cache.server.ts';
import type { TaggedCache } from '../foundation/cache/tagged-cache.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';

/** What a line shows of its piece and never charges, nor counts: it may be from a moment ago. */
export const LineProduct = z.object({
  place: z.string().nullable(),
  hsn: z.string().nullable(),
  craft: z.string().nullable(),
  picture: ProductImage.nullable(),
});
export type LineProduct = z.infer<typeof LineProduct>;

/** The columns of it, for a query that calls products `p`. */
export const lineProductColumns = sql`p.attributes ->> 'place' as place, p.attributes ->> 'hsn' as hsn,
  (select cr.name from ${crafts} cr where cr.id = (select pc.craft_id from ${productCrafts} pc
    where pc.product_id = p.id order by pc.position limit 1)) as craft,
  (select json_build_object('file', pp.file, 'width', pp.width, 'height', pp.height, 'colour', pp.colour,
    'alt', pp.alt) from ${productImages} pp where pp.product_id = p.id order by pp.position limit 1) as picture`;

const parts = new WeakMap<ReadCache, TaggedCache<LineProduct>>();

/** A piece as it is since its last change by the staff. */
type ProductVersion = { proId: string; version: number };

/**
 * What the lines show of their pieces, each under {@link productVersionKey}: from the shop's memory, and what is not there in one
 * statement. What hangs on a piece says `menus` when it changes, the piece itself counts its version up.
 */
export async function readLineProducts(
  shop: Shop & { readCache: ReadCache },
  lines: readonly ProductVersion[],
): Promise<Map<string, LineProduct>> {
  const { readCache, db } = shop;
  const stored = parts.get(readCache) ?? readCache.open<LineProduct>();
  parts.set(readCache, stored);
  const shown = new Map<string, LineProduct>();
  const missing: ProductVersion[] = [];
  for (const product of lines) {
    const known = stored.find(productVersionKey(product));
    if (known) shown.set(productVersionKey(product), known.value);
    else missing.push(product);
  }
  if (missing.length === 0) return shown;
  const begun = stored.currentVersion();
  const found = readRows(
    LineProduct.extend({ proId: z.string(), version: z.number().int() }),
    await db.execute(sql`select p.id as "proId", p.version, ${lineProductColumns} from ${products} p
      where p.id in (select json_array_elements_text(${JSON.stringify(missing.map(({ proId }) => proId))}::json))`),
  );
  for (const { proId, version, ...product } of found) {
    // One that has changed in between is shown as it is now, and kept under what it is now.
    for (const input of missing) if (input.proId === proId) shown.set(productVersionKey(input), product);
    const bytes = JSON.stringify(product).length;
    stored.store(productVersionKey({ proId, version }), product, { tags: ['menus'], version: begun, bytes });
  }
  return shown;
}

export function productVersionKey({ proId, version }: ProductVersion): string {
  return `${proId}@${version}`;
}
