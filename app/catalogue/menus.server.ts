import { type SQL, sql } from 'drizzle-orm';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  type Display,
  type Facets,
  type MenuEntry,
  NoSuchCraft,
  NoSuchFabric,
  type Selvedge,
} from './contract.ts';
import type { FacetIndex } from './listing/facet-index.ts';
import { readListingIndex } from './listing/listing-index.server.ts';
import { crafts, fabrics, productCrafts, productFabrics, productImages, products } from './tables.server.ts';

/** The distinct crafts and fabrics of all published pieces, by name, each with a picture of one of them. */
export async function readMenus(shop: Shop): Promise<Facets> {
  tag('menus');
  const [{ dictionaries }, craftImages, fabricImages] = await Promise.all([
    readListingIndex(shop),
    readLabelImages(shop, crafts, sql`${productCrafts} w where w.craft_id`),
    readLabelImages(shop, fabrics, sql`${productFabrics} w where w.fabric_id`),
  ]);
  return {
    crafts: listEntries(dictionaries.craft, craftImages),
    fabrics: listEntries(dictionaries.fabric, fabricImages),
  };
}

function listEntries(facetIndex: FacetIndex, images: ReadonlyMap<string, string | null>): MenuEntry[] {
  return [...facetIndex.countByLabel()]
    .map(([name, count]) => ({ name, count, img: images.get(name) ?? null }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** For each craft or fabric the picture that shows a piece of it from the nearest: of the piece with the lowest number. */
async function readLabelImages({ db }: Shop, labels: typeof crafts | typeof fabrics, productLabels: SQL) {
  const rows = await db
    .select({
      name: labels.name,
      file: sql<string | null>`(
        select pp.file from ${productImages} pp where pp.position <= 2 and pp.product_id = (
          select w.product_id from ${productLabels} = ${labels}.id
            and exists (select from ${products} p where p.id = w.product_id and p.published)
          order by w.product_id limit 1)
        order by pp.position desc limit 1)`,
    })
    .from(labels);
  return new Map(rows.map(({ name, file }) => [name, file]));
}

/** The name and intro of a listing, and how its page looks. */
export type ListingLabel = {
  name: string;
  intro: string;
  word: string;
  selvedge: Selvedge;
  display: Display;
};

/** A craft by its name, whatever the case. Throws `no-such-craft` (404). */
export async function readCraft(shop: Shop, name: string): Promise<ListingLabel> {
  const [craft] = await shop.db
    .select({ name: crafts.name, intro: crafts.intro, word: crafts.word, selvedge: crafts.selvedge })
    .from(crafts)
    .where(sql`lower(${crafts.name}) = lower(${name.trim()})`);
  if (!craft) throw NoSuchCraft();
  return { ...craft, selvedge: craft.selvedge ?? 'temple', display: 'flat' };
}

/** A fabric by its name, whatever the case. Throws `no-such-fabric` (404). */
export async function readFabric(shop: Shop, name: string): Promise<ListingLabel> {
  const [fabric] = await shop.db
    .select({ name: fabrics.name, intro: fabrics.intro, word: fabrics.word, selvedge: fabrics.selvedge })
    .from(fabrics)
    .where(sql`lower(${fabrics.name}) = lower(${name.trim()})`);
  if (!fabric) throw NoSuchFabric();
  return { ...fabric, selvedge: fabric.selvedge ?? 'temple', display: 'flat' };
}
