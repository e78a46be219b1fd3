import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PriceBand } from '../content/contract.ts';
import { toPaise } from '../foundation/money.ts';
import type { Dimension, Filters } from './contract.ts';
import { isPublished, sellable } from './product-rows.server.ts';
import { availabilityOf } from './rules.ts';
import { crafts, fabrics, productCrafts, productFabrics, products } from './tables.server.ts';

/** Which shelf a listing stands before. */
export type Scope =
  | { kind: 'category'; id: string }
  | { kind: 'craft'; name: string }
  | { kind: 'fabric'; name: string }
  | { kind: 'pieces'; ids: readonly string[] };

const hasCraft = (match: SQL) => sql`exists (
  select from ${productCrafts} pc join ${crafts} c on c.id = pc.craft_id
  where pc.product_id = ${products.id} and ${match})`;

const hasFabric = (match: SQL) => sql`exists (
  select from ${productFabrics} pf join ${fabrics} f on f.id = pf.fabric_id
  where pf.product_id = ${products.id} and ${match})`;

/** The published pieces of a shelf, as a condition on `products`. */
export function inScope(scope: Scope): SQL | undefined {
  if (scope.kind === 'category') return and(isPublished, eq(products.categoryId, scope.id));
  if (scope.kind === 'craft') return and(isPublished, hasCraft(sql`lower(c.name) = lower(${scope.name})`));
  if (scope.kind === 'fabric') return and(isPublished, hasFabric(sql`lower(f.name) = lower(${scope.name})`));
  return and(isPublished, inArray(products.id, [...scope.ids]));
}

/** Case-insensitive containment, as specified; `strpos` knows no wildcards that a value could carry. */
export const contains = (field: SQL, value: SQL | string) =>
  sql`strpos(lower(${field}), lower(${value})) > 0`;

/** One dimension's chosen values as a condition on `products`: any of them may fit. */
export function matches(dimension: Dimension, values: readonly string[], bands: readonly PriceBand[]): SQL {
  const conditions = values.map((value) => matchesOne(dimension, value, bands));
  return or(...conditions) ?? sql`true`;
}

function matchesOne(dimension: Dimension, value: string, bands: readonly PriceBand[]): SQL {
  if (dimension === 'craft') return hasCraft(contains(sql`c.name`, value));
  if (dimension === 'fabric') return hasFabric(contains(sql`f.name`, value));
  if (dimension === 'availability') return isAvailable(value);
  if (dimension === 'price') return inBand(bands.find(({ key }) => key === value));
  if (dimension === 'type') return contains(sql`${products.type}`, value);
  if (dimension === 'pattern') return contains(sql`${products.pattern}`, value);
  return sql`(${contains(sql`${products.colour}`, value)} or ${contains(sql`${products.colourFamily}`, value)})`;
}

/** What is neither of the two is asked of no piece, so that a slip never shows what is sold out. */
function isAvailable(value: string): SQL {
  const asked = availabilityOf(value);
  if (!asked) return sql`false`;
  return asked === 'in-stock' ? sql`${sellable} > 0` : sql`${sellable} <= 0`;
}

/** Both ends of a closed band belong to it; a band with an open end leaves its one limit out. */
function inBand(band: PriceBand | undefined): SQL {
  if (!band) return sql`false`;
  const from = band.from === undefined ? undefined : toPaise(band.from);
  const to = band.to === undefined ? undefined : toPaise(band.to);
  if (from === undefined && to === undefined) return sql`true`;
  if (from === undefined) return sql`${products.pricePaise} < ${to}`;
  if (to === undefined) return sql`${products.pricePaise} > ${from}`;
  return sql`${products.pricePaise} between ${from} and ${to}`;
}

type Chosen = { dimension: Dimension; values: string[] };

/** The dimensions in which something is chosen. */
export function chosenIn(filters: Filters): Chosen[] {
  return Object.entries(filters).flatMap(([name, values]) => {
    const dimension = isDimension(name) ? name : undefined;
    return dimension && values && values.length > 0 ? [{ dimension, values }] : [];
  });
}

const known: Record<Dimension, true> = {
  craft: true,
  fabric: true,
  color: true,
  price: true,
  type: true,
  pattern: true,
  availability: true,
};

function isDimension(name: string): name is Dimension {
  return name in known;
}
