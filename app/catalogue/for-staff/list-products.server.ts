import { and, asc, desc, eq, ilike, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { likePattern, toPage } from '../../foundation/database/keyset.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { LowStock } from '../contract.ts';
import { availableUnits, imagesColumn, variantsColumn } from '../product-rows.server.ts';
import { stateOf } from '../product-rules.ts';
import { categories, productImages, products } from '../tables.server.ts';
import type { ProductRow, ProductState } from './contract.ts';

/** The sort orders of the list. The first one is the default. */
export const staffSorts = ['newest', 'name', '-name', 'price', '-price'] as const;
type StaffSort = (typeof staffSorts)[number];

type ProductListQuery = {
  q: string;
  category?: string | undefined;
  /** If undefined, the list contains all products except archived ones. */
  state?: ProductState | undefined;
  stock?: 'in' | 'low' | 'out' | undefined;
  sort: StaffSort;
  /** The cursor `next` of the previous page. */
  after: string;
  limit: number;
  lowStockAt: number;
};

/**
 * Sort key of a sort order, with the SQL type of its values. `accepts` returns true if a cursor's text is a valid value of that
 * type.
 */
type SortKey = { key: SQL; type: SQL; accepts: (text: string) => boolean };
const byTime: SortKey = {
  key: sql`${products.createdAt}`,
  type: sql`timestamptz`,
  // PostgreSQL formats times as `2026-11-21 10:00:00.123+00`.
  accepts: (text) => IsoTime.safeParse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).success,
};
const byName: SortKey = {
  key: sql`lower(${products.name})`,
  type: sql`text`,
  accepts: (text) => /^[^\0]{0,300}$/.test(text),
};
const byPrice: SortKey = {
  key: sql`${products.pricePaise}`,
  type: sql`bigint`,
  accepts: (text) => /^\d{1,15}$/.test(text),
};
const IsoTime = z.iso.datetime({ offset: true });

type Order = SortKey & { descends: boolean };

/** The sort orders. For each sort key, the table has an index, which PostgreSQL can read in both directions. */
const orderOf: Record<StaffSort, Order> = {
  newest: { ...byTime, descends: true },
  name: { ...byName, descends: false },
  '-name': { ...byName, descends: true },
  price: { ...byPrice, descends: false },
  '-price': { ...byPrice, descends: true },
};

const Cursor = z.tuple([z.string(), z.string().regex(/^[^\0]{0,100}$/)]);

/** Lists products for staff, drafts included, page by page. Returns the first page if the cursor is invalid. */
export async function listProductsForStaff(
  shop: Shop,
  { q, category, state, stock, sort, after, limit, lowStockAt }: ProductListQuery,
): Promise<{ products: ProductRow[]; next: string | null }> {
  const order = orderOf[sort];
  const { key, descends } = order;
  const { id, name, colour, type, published, archivedAt, pricePaise, mrpPaise } = products;
  const candidates = await shop.db
    .select({
      ...{ id, name, published, archivedAt, pricePaise, mrpPaise },
      categoryName: categories.name,
      images: imagesColumn,
      sizes: variantsColumn(shop),
      cursorValue: sql<string>`(${key})::text`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        inState(state),
        category ? eq(products.categoryId, category) : undefined,
        q ? or(...[id, name, colour, type].map((column) => ilike(column, likePattern(q)))) : undefined,
        inStock(shop, stock, lowStockAt),
        afterCursor(after, order),
      ),
    )
    .orderBy(descends ? desc(key) : asc(key), asc(products.id))
    .limit(limit + 1);
  const { rows, next } = toPage(candidates, limit, writeCursor);
  return {
    products: rows.map(({ id, name, categoryName, sizes, images, pricePaise, mrpPaise, ...row }) => ({
      id,
      name,
      categoryName,
      sizes,
      state: stateOf(row),
      price: toRupees(pricePaise),
      mrp: mrpPaise === null ? null : toRupees(mrpPaise),
      image: images[0] ?? null,
    })),
    next,
  };
}

/** Returns the condition on `products` for a state in the staff's list. */
export function inState(state: ProductState | undefined): SQL | undefined {
  if (state === 'archived') return isNotNull(products.archivedAt);
  if (state === undefined) return isNull(products.archivedAt);
  return and(isNull(products.archivedAt), eq(products.published, state === 'live'));
}

/** Returns the condition on `products` for the stock filter of the staff's list. */
export function inStock(shop: Shop, stock: ProductListQuery['stock'], lowStockAt: number): SQL | undefined {
  const units = availableUnits(shop);
  if (stock === 'out') return sql`${units} <= 0`;
  if (stock === 'low') return sql`${units} between 1 and ${lowStockAt}`;
  return stock === 'in' ? sql`${units} > 0` : undefined;
}

/**
 * Returns the cursor of the page after a row. It contains the row's name, price or time, because staff can change these values
 * before they request that page.
 */
function writeCursor({ cursorValue, id }: { cursorValue: string; id: string }): string {
  return Buffer.from(JSON.stringify([cursorValue, id])).toString('base64url');
}

function afterCursor(after: string, { key, type, accepts, descends }: Order): SQL | undefined {
  const [value, id] = readCursor(after);
  if (value === undefined || id === undefined || !accepts(value)) return undefined;
  const seen = sql`${value}::${type}`;
  const follows = descends ? sql`<` : sql`>`;
  // The first condition does not change the result. PostgreSQL needs it to start an index scan at the cursor.
  return sql`(${key} ${follows}= ${seen} and (${key} ${follows} ${seen} or ${products.id} > ${id}))`;
}

function readCursor(after: string): [string, string] | [] {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
  } catch {
    return [];
  }
}

const maxProducts = 6;

/**
 * Counts the published products with few units and those without units. Lists up to {@link maxProducts} of them, the fewest units
 * first. Uses the same conditions as the staff's product list.
 */
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
