import { type SQL, sql } from 'drizzle-orm';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { type Category, type Facets, type MenuEntry, NoSuchCraft, NoSuchFabric } from './contract.ts';
import { readListingIndex } from './listing/listing-index.server.ts';
import { crafts, fabrics, productCrafts, productFabrics, productImages, products } from './tables.server.ts';

/** Lists the distinct crafts and fabrics of all published products, by name, each with an image. */
export async function readMenus(shop: Shop): Promise<Facets> {
  tag('menus');
  const [index, craftImages, fabricImages] = await Promise.all([
    readListingIndex(shop),
    readLabelImages(shop, crafts, sql`${productCrafts} w where w.craft_id`),
    readLabelImages(shop, fabrics, sql`${productFabrics} w where w.fabric_id`),
  ]);
  return {
    crafts: listEntries(index.countByLabel('craft'), craftImages),
    fabrics: listEntries(index.countByLabel('fabric'), fabricImages),
  };
}

function listEntries(
  counts: ReadonlyMap<string, number>,
  images: ReadonlyMap<string, string | null>,
): MenuEntry[] {
  return [...counts]
    .map(([name, count]) => ({ name, count, img: images.get(name) ?? null }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns an image for each craft or fabric. The image is from the published product with the lowest number. It is the last of
 * the product's first three images, because this one shows the cloth most closely.
 */
async function readLabelImages({ db }: Shop, table: typeof crafts, productLabels: SQL) {
  const rows = await db
    .select({
      name: table.name,
      file: sql<string | null>`(
        select pp.file from ${productImages} pp where pp.position <= 2 and pp.product_id = (
          select w.product_id from ${productLabels} = ${table}.id
            and exists (select from ${products} p where p.id = w.product_id and p.published)
          order by w.product_id limit 1)
        order by pp.position desc limit 1)`,
    })
    .from(table);
  return new Map(rows.map(({ name, file }) => [name, file]));
}

export type ListingLabel = Pick<Category, 'name' | 'intro' | 'word' | 'selvedge' | 'display'>;

const labels = {
  craft: { table: crafts, NoSuchLabel: NoSuchCraft },
  fabric: { table: fabrics, NoSuchLabel: NoSuchFabric },
};

/** Finds a craft or a fabric by its name, ignoring case. @throws NoSuchCraft (404), NoSuchFabric (404) */
export async function readLabel(shop: Shop, kind: 'craft' | 'fabric', name: string): Promise<ListingLabel> {
  const { table, NoSuchLabel } = labels[kind];
  const [label] = await shop.db
    .select({ name: table.name, intro: table.intro, word: table.word, selvedge: table.selvedge })
    .from(table)
    .where(sql`lower(${table.name}) = lower(${name.trim()})`);
  if (!label) throw NoSuchLabel();
  return { ...label, selvedge: label.selvedge ?? 'temple', display: 'flat' };
}
