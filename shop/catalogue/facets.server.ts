import { z } from '@hono/zod-openapi';
import { and, sql } from 'drizzle-orm';
import type { PriceBand } from '../content/contract.ts';
import { readRows } from '../foundation/rows.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Dimension, Facet, FacetValue, Filters } from './contract.ts';
import { sellable } from './product-rows.server.ts';
import { swatchOf } from './rules.ts';
import { chosenIn, contains, inScope, matches, type Scope } from './scope.server.ts';
import { crafts, fabrics, productCrafts, productFabrics, products } from './tables.server.ts';

/** One row for each value of each dimension: how many pieces it would show beside the other choices. */
const FacetCount = z.object({ dimension: z.string(), value: z.string(), count: z.number() });
type FacetCount = z.infer<typeof FacetCount>;

/**
 * Counts every facet in one statement. Each piece of the shelf is looked at once, and carries one flag a
 * dimension; a value's count leaves out its own dimension's flag, because choices within one are alternatives.
 * A filter asks for what contains its value, so the count of Silk has the Katan silks in it too.
 */
export async function countFacets(
  shop: Shop,
  scope: Scope,
  filters: Filters,
  bands: readonly PriceBand[],
): Promise<FacetCount[]> {
  const chosen = chosenIn(filters);
  const flag = (dimension: Dimension) => {
    const mine = chosen.find((one) => one.dimension === dimension);
    return mine ? matches(dimension, mine.values, bands) : sql`true`;
  };
  const others = (own?: Dimension) => {
    const rest = chosen.filter(({ dimension }) => dimension !== own);
    return rest.length > 0 ? and(...rest.map(({ dimension }) => sql.raw(`ok_${dimension}`))) : sql`true`;
  };
  const worn = (dimension: Dimension, column: string, ...fields: string[]) => {
    const asked = sql.raw(`trim(${column})`);
    const known = sql.raw(fields.join(', '));
    const fits = fields.map((field) => contains(sql.raw(`k.${field}`), sql`v.word`));
    return sql`
    select ${dimension}::text, v.word, sum(k.pieces)::int
    from (select min(${asked}) as word from shelf_pieces where ${asked} <> '' group by lower(${asked})) v
      join (select ${known}, count(*) filter (where ${others(dimension)}) as pieces from shelf_pieces group by ${known}) k
      on ${sql.join(fits, sql` or `)} group by v.word`;
  };
  const flags = bands.map(
    ({ key }) => sql`, ${matches('price', [key], bands)} as ${sql.identifier(`band_${key}`)}`,
  );
  const bandCounts = bands.map(
    ({ key }) => sql`
    union all select 'price', ${key}::text,
      (count(*) filter (where ${others('price')} and ${sql.identifier(`band_${key}`)}))::int from shelf_pieces`,
  );
  const answer = await shop.db.execute(sql`
    with shelf_pieces as materialized (
      select ${products.id} as id, ${products.colour} as colour, ${products.colourFamily} as family, ${products.type} as type,
        ${products.pattern} as pattern, ${sellable} > 0 as in_stock,
        ${flag('craft')} as ok_craft, ${flag('fabric')} as ok_fabric, ${flag('color')} as ok_color,
        ${flag('price')} as ok_price, ${flag('type')} as ok_type, ${flag('pattern')} as ok_pattern,
        ${flag('availability')} as ok_availability
        ${sql.join(flags)}
      from ${products} where ${inScope(scope)})
    select 'all' as dimension, '' as value, count(*)::int as count from shelf_pieces
    union all select 'total', '', (count(*) filter (where ${others()}))::int from shelf_pieces
    union all select 'craft', v.name, (count(distinct p.id) filter (where ${others('craft')}))::int
      from shelf_pieces p join ${productCrafts} pc on pc.product_id = p.id join ${crafts} c on c.id = pc.craft_id
      join ${crafts} v on ${contains(sql`c.name`, sql`v.name`)} group by v.name having bool_or(v.id = c.id)
    union all select 'fabric', v.name, (count(distinct p.id) filter (where ${others('fabric')}))::int
      from shelf_pieces p join ${productFabrics} pf on pf.product_id = p.id join ${fabrics} f on f.id = pf.fabric_id
      join ${fabrics} v on ${contains(sql`f.name`, sql`v.name`)} group by v.name having bool_or(v.id = f.id)
    union all ${worn('color', 'family', 'colour', 'family')}
    union all ${worn('type', 'type', 'type')}
    union all ${worn('pattern', 'pattern', 'pattern')}
    union all select 'availability', case when in_stock then 'in-stock' else 'out-of-stock' end,
      (count(*) filter (where ${others('availability')}))::int from shelf_pieces group by in_stock
    ${sql.join(bandCounts)}`);
  return readRows(FacetCount, answer);
}

const titles: [Dimension, string][] = [
  ['craft', 'Craft'],
  ['fabric', 'Fabric'],
  ['color', 'Colour'],
  ['price', 'Price'],
  ['type', 'Type'],
  ['pattern', 'Pattern'],
  ['availability', 'Availability'],
];

/** The filter panel: what there is to choose, most pieces first; bands and availability in their own order. */
export function toFacets(counts: readonly FacetCount[], bands: readonly PriceBand[]): Facet[] {
  return titles.map(([dimension, title]) => {
    const rows = counts.filter((row) => row.dimension === dimension);
    if (dimension === 'price') {
      const values = bands.map(({ key, label }) => ({
        value: key,
        label,
        count: rows.find(({ value }) => value === key)?.count ?? 0,
      }));
      return { dimension, title, values };
    }
    if (dimension === 'availability') {
      const labelled = rows.map(({ value, count }) => ({
        value,
        label: value === 'in-stock' ? 'In stock' : 'Out of stock',
        count,
      }));
      return { dimension, title, values: labelled.sort((a, b) => a.value.localeCompare(b.value)) };
    }
    const values: FacetValue[] = rows.map(({ value, count }) => ({
      value,
      label: value,
      count,
      swatch: dimension === 'color' ? swatchOf(value) : undefined,
    }));
    return {
      dimension,
      title,
      values: values.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label)),
    };
  });
}
