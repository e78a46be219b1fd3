import { asc, count, eq, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { shows } from '../foundation/shown.server.ts';
import {
  type Display,
  type Facets,
  type MenuEntry,
  NoSuchCraft,
  NoSuchFabric,
  type Selvedge,
} from './contract.ts';
import { isPublished } from './product-rows.server.ts';
import {
  crafts,
  fabrics,
  productCrafts,
  productFabrics,
  productPictures,
  products,
} from './tables.server.ts';

/** The distinct crafts and fabrics of all published pieces, by name, each with a picture of one of them. */
export async function readMenus(shop: Shop): Promise<Facets> {
  shows('menus', 'shelves');
  const [craftEntries, fabricEntries] = await Promise.all([listCrafts(shop), listFabrics(shop)]);
  return { crafts: craftEntries, fabrics: fabricEntries };
}

const closeUp = (productId: unknown) => sql<string | null>`(
  select pp.file from ${productPictures} pp where pp.product_id = ${productId} and pp.position <= 2
  order by pp.position desc limit 1)`;

function listCrafts(shop: Shop): Promise<MenuEntry[]> {
  return shop.db
    .select({ name: crafts.name, count: count(), img: closeUp(sql`min(${products.id})`) })
    .from(crafts)
    .innerJoin(productCrafts, eq(productCrafts.craftId, crafts.id))
    .innerJoin(products, eq(products.id, productCrafts.productId))
    .where(isPublished)
    .groupBy(crafts.id)
    .orderBy(asc(crafts.name));
}

function listFabrics(shop: Shop): Promise<MenuEntry[]> {
  return shop.db
    .select({ name: fabrics.name, count: count(), img: closeUp(sql`min(${products.id})`) })
    .from(fabrics)
    .innerJoin(productFabrics, eq(productFabrics.fabricId, fabrics.id))
    .innerJoin(products, eq(products.id, productFabrics.productId))
    .where(isPublished)
    .groupBy(fabrics.id)
    .orderBy(asc(fabrics.name));
}

/** What stands above the pieces of one craft or fabric. */
type ShelfLabel = { name: string; intro: string; word: string; selvedge: Selvedge; display: Display };

/** A craft by its name, whatever the case. Throws `no-such-craft` (404). */
export async function readCraft(shop: Shop, name: string): Promise<ShelfLabel> {
  const [craft] = await shop.db
    .select({ name: crafts.name, intro: crafts.intro, word: crafts.word, selvedge: crafts.selvedge })
    .from(crafts)
    .where(sql`lower(${crafts.name}) = lower(${name.trim()})`);
  if (!craft) throw NoSuchCraft();
  return { ...craft, selvedge: craft.selvedge ?? 'temple', display: 'flat' };
}

/** A fabric by its name, whatever the case. Throws `no-such-fabric` (404). */
export async function readFabric(shop: Shop, name: string): Promise<ShelfLabel> {
  const [fabric] = await shop.db
    .select({ name: fabrics.name, intro: fabrics.intro, word: fabrics.word, selvedge: fabrics.selvedge })
    .from(fabrics)
    .where(sql`lower(${fabrics.name}) = lower(${name.trim()})`);
  if (!fabric) throw NoSuchFabric();
  return { ...fabric, selvedge: fabric.selvedge ?? 'temple', display: 'flat' };
}
