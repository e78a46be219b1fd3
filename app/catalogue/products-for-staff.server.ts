import { asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { available } from '../stock/available.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import { NoSuchProduct, type ProductImage, type TextileAttributes } from './contract.ts';
import { craftNames, fabricNames, imagesColumn } from './product-rows.server.ts';
import { type ProductState, stateOf } from './product-rules.ts';
import { categories, products, variants } from './tables.server.ts';

export type StaffVariant = {
  id: string;
  label: string | null;
  onHand: number;
  held: number;
  /** Units that any customer can buy. */
  available: number;
};

/** A piece as the staff see it, drafts and pieces that were put away included. */
export type StaffProduct = {
  id: string;
  version: number;
  state: ProductState;
  categoryId: string;
  categoryName: string;
  categorySlug: string;
  name: string;
  pricePaise: number;
  mrpPaise: number | null;
  colour: string | null;
  colourFamily: string | null;
  type: string | null;
  pattern: string | null;
  attributes: TextileAttributes;
  video: string | null;
  createdAt: Date;
  crafts: string[];
  fabrics: string[];
  images: ProductImage[];
  sizes: StaffVariant[];
};

/** The variants of a product with their stock, as JSON, for a query that has `products` in its FROM. */
export const staffSizesColumn = (shop: Shop) => sql<StaffVariant[]>`(
  select coalesce(json_agg(json_build_object('id', v.id, 'label', v.label, 'onHand', s.on_hand, 'held', s.held,
    'available', ${available(shop, sql`s`)}) order by v.position), '[]'::json)
  from ${variants} v join ${stockLevels} s on s.variant_id = v.id where v.product_id = ${products.id})`;

/** Pieces with all that the staff see of them, in the order of their numbers. */
async function selectStaffProducts(
  shop: Shop,
  where: SQL | undefined,
  limit: number,
): Promise<StaffProduct[]> {
  const rows = await shop.db
    .select({
      product: products,
      categoryName: categories.name,
      categorySlug: categories.slug,
      crafts: craftNames,
      fabrics: fabricNames,
      images: imagesColumn,
      sizes: staffSizesColumn(shop),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where)
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

/** A piece by its number, whatever the case. Throws `no-such-product` (404). */
export async function readStaffProduct(shop: Shop, id: string): Promise<StaffProduct> {
  const [found] = await selectStaffProducts(shop, sql`upper(${products.id}) = upper(${id.trim()})`, 1);
  if (!found) throw NoSuchProduct();
  return found;
}

/** Keeps a piece to oneself until the transaction ends: its text, pictures and sizes. Throws `no-such-product` (404). */
export async function lockProduct(shop: Shop, id: string): Promise<StaffProduct> {
  const [locked] = await shop.db
    .select({ id: products.id })
    .from(products)
    .where(sql`upper(${products.id}) = upper(${id.trim()})`)
    .for('no key update');
  if (!locked) throw NoSuchProduct();
  return readStaffProduct(shop, locked.id);
}

/** Returns a product number as {@link findProducts} compares it, in upper case. */
export const normalizeProductNumber = (text: string) => text.trim().toUpperCase();

/** Finds products by {@link normalizeProductNumber}, with one statement per 500 numbers. */
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

/** Reads all products, archived ones included, in the order of their numbers, 200 per statement. */
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

/** Locks the products with these numbers until the transaction ends, in one order, so that concurrent changes cannot deadlock. */
export async function lockProducts({ db }: Tx, numbers: readonly string[]): Promise<void> {
  await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(sql`upper(${products.id})`, numbers.map(normalizeProductNumber)))
    .orderBy(asc(products.id))
    .for('no key update');
}

/** What the staff have written in other pieces, to choose from while they write one. */
export type UsedLabels = {
  types: string[];
  patterns: string[];
  colours: { name: string; family: string | null }[];
  places: { name: string; region: string | null }[];
  hsns: string[];
};

const Used = z.object({ kind: z.string(), word: z.string(), more: z.string().nullable() });

/** The words of a kind that most pieces have stand first. */
export async function listUsedLabels({ db }: Shop): Promise<UsedLabels> {
  const answer = await db.execute(sql`
    select kind, word, more from (
      select k.kind, trim(k.word) as word, min(k.more) as more, count(*) as pieces,
        row_number() over (partition by k.kind order by count(*) desc, trim(k.word)) as place
      from ${products}, lateral (values ('type', ${products.type}, null), ('pattern', ${products.pattern}, null),
        ('colour', ${products.colour}, ${products.colourFamily}),
        ('place', ${products.attributes}->>'place', ${products.attributes}->>'region'),
        ('hsn', ${products.attributes}->>'hsn', null)) as k (kind, word, more)
      where trim(coalesce(k.word, '')) <> '' group by k.kind, trim(k.word)) ranked
    where place <= 200 order by kind, place`);
  const rows = readRows(Used, answer);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    types: of('type').map(({ word }) => word),
    patterns: of('pattern').map(({ word }) => word),
    colours: of('colour').map(({ word, more }) => ({ name: word, family: more })),
    places: of('place').map(({ word, more }) => ({ name: word, region: more })),
    hsns: of('hsn').map(({ word }) => word),
  };
}

/** The categories that a piece can hang in, in the owner's order. */
export async function listCategoriesForStaff({ db }: Shop): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name));
}
