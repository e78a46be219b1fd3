import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { z } from 'zod';
import { likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { ProductImage } from './contract.ts';
import { imagesColumn, sellable } from './product-rows.server.ts';
import { type ProductState, stateOf } from './product-rules.ts';
import { type StaffVariant, staffSizesColumn } from './products-for-staff.server.ts';
import { categories, products } from './tables.server.ts';

/** A piece in the staff's list. */
export type StaffProductRow = {
  id: string;
  name: string;
  categoryName: string;
  state: ProductState;
  pricePaise: number;
  mrpPaise: number | null;
  image: ProductImage | null;
  sizes: StaffVariant[];
};

/** The orders that the list has; the first one unless another is asked for. */
export const staffSorts = ['newest', 'name', '-name', 'price', '-price'] as const;
export type StaffSort = (typeof staffSorts)[number];

/** `lowStockAt`: how many are few. */
export type ProductListQuery = {
  q: string;
  category?: string | undefined;
  /** Without it: everything that was not put away. */
  state?: ProductState | undefined;
  stock?: 'in' | 'low' | 'out' | undefined;
  sort: StaffSort;
  /** `next` of the part before. */
  after: string;
  limit: number;
  lowStockAt: number;
};

/** By what each order goes, as the indexes have it, and of which type that is. */
const keyOf = {
  newest: { key: sql`${products.createdAt}`, type: sql`timestamptz`, descends: true },
  name: { key: sql`lower(${products.name})`, type: sql`text`, descends: false },
  '-name': { key: sql`lower(${products.name})`, type: sql`text`, descends: true },
  price: { key: sql`${products.pricePaise}`, type: sql`bigint`, descends: false },
  '-price': { key: sql`${products.pricePaise}`, type: sql`bigint`, descends: true },
};

const Cursor = z.tuple([z.string().max(300), z.string().max(100)]);

/** A part of all pieces, drafts included. A place that is none begins at the beginning. */
export async function listProductsForStaff(
  { db }: Shop,
  { q, category, state, stock, sort, after, limit, lowStockAt }: ProductListQuery,
): Promise<{ products: StaffProductRow[]; next: string | null }> {
  const { key, type, descends } = keyOf[sort];
  const like = likePattern(q);
  const found = await db
    .select({
      id: products.id,
      name: products.name,
      categoryName: categories.name,
      published: products.published,
      archivedAt: products.archivedAt,
      pricePaise: products.pricePaise,
      mrpPaise: products.mrpPaise,
      images: imagesColumn,
      sizes: staffSizesColumn,
      cursorValue: sql<string>`(${key})::text`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        inState(state),
        category ? eq(products.categoryId, category) : undefined,
        q
          ? or(...[products.id, products.name, products.colour, products.type].map((one) => ilike(one, like)))
          : undefined,
        inStock(stock, lowStockAt),
        afterCursor(after, key, type, descends),
      ),
    )
    .orderBy(descends ? desc(key) : asc(key), asc(products.id))
    .limit(limit + 1);
  const { rows, next } = toPage(found, limit, writeCursor);
  return {
    products: rows.map(({ published, archivedAt, images, cursorValue: _cursorValue, ...product }) => ({
      ...product,
      state: stateOf({ published, archivedAt }),
      image: images[0] ?? null,
    })),
    next,
  };
}

/** The condition on `products` for a state in the staff's list. */
export function inState(state: ProductState | undefined): SQL | undefined {
  if (state === 'archived') return isNotNull(products.archivedAt);
  if (state === undefined) return isNull(products.archivedAt);
  return and(isNull(products.archivedAt), eq(products.published, state === 'live'));
}

/** The condition on `products` for the stock filter of the staff's list. */
export function inStock(stock: ProductListQuery['stock'], lowStockAt: number): SQL | undefined {
  if (stock === 'out') return sql`${sellable} <= 0`;
  if (stock === 'low') return sql`${sellable} between 1 and ${lowStockAt}`;
  return stock === 'in' ? sql`${sellable} > 0` : undefined;
}

/** The cursor holds the row's name, price or time, because the staff can change name and price before the next page. */
function writeCursor({ cursorValue, id }: { cursorValue: string; id: string }): string {
  return Buffer.from(JSON.stringify([cursorValue, id])).toString('base64url');
}

function afterCursor(after: string, key: SQL, type: SQL, descends: boolean): SQL | undefined {
  const [value, id] = readCursor(after);
  if (value === undefined || id === undefined) return undefined;
  const seen = sql`${value}::${type}`;
  // The first half is what an index can begin at.
  return and(
    descends ? lte(key, seen) : gte(key, seen),
    or(descends ? lt(key, seen) : gt(key, seen), gt(products.id, id)),
  );
}

function readCursor(after: string): [string, string] | [] {
  try {
    const [value, id] = Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
    return Number.isNaN(Date.parse(value)) && /\0/.test(value) ? [] : [value, id];
  } catch {
    return [];
  }
}
