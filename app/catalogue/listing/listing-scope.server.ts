import type { PriceBand } from '../../content/contract.ts';
import { toPaise } from '../../foundation/money.ts';
import type { Dimension, Filters, Sort } from '../contract.ts';
import { availabilityOf } from '../rules.ts';
import { shownDimensions } from './filters.ts';
import type { ListingEntry, ListingIndex } from './listing-entries.ts';

/** A scope of the listing index: the entries of a category, craft or fabric, or of given products. */
export type Scope =
  | { kind: 'category'; id: string }
  | { kind: 'craft'; name: string }
  | { kind: 'fabric'; name: string }
  | { kind: 'products'; ids: readonly string[] };

/** Returns the entries of a scope, sorted. `relevance` means the order of the search results. */
export function entriesOf(index: ListingIndex, scope: Scope, sort: Sort | 'relevance') {
  if (scope.kind === 'products') {
    if (sort !== 'relevance') return index.pick(scope.ids, sort);
    return scope.ids.map((id) => index.find(id)).filter((entry) => entry !== undefined);
  }
  const order = sort === 'relevance' ? 'featured' : sort;
  if (scope.kind === 'category') return index.inOrder(order, scope.id);
  const { kind } = scope;
  const matches = index.dictionaries[kind].matchingName(scope.name);
  return index.inOrder(order).filter((entry) => matches[entry[kind]]);
}

/** A condition on one dimension. An entry matches if it has any of the chosen values. */
export type FilterCondition = { dimension: Dimension; matches: (entry: ListingEntry) => boolean };

/** Returns one condition for each dimension that has a chosen value. */
export function toFilterConditions(index: ListingIndex, filters: Filters, bands: readonly PriceBand[]) {
  return shownDimensions.flatMap((dimension) => {
    const values = filters[dimension] ?? [];
    if (values.length === 0) return [];
    const conditions = values.map((value) => toCondition(index, dimension, value, bands));
    return [{ dimension, matches: (entry: ListingEntry) => conditions.some((matches) => matches(entry)) }];
  });
}

function toCondition(
  index: ListingIndex,
  dimension: Dimension,
  value: string,
  bands: readonly PriceBand[],
): FilterCondition['matches'] {
  if (dimension === 'price') return inBand(bands.find(({ key }) => key === value));
  if (dimension === 'availability') {
    // An unknown value matches no product. Otherwise a mistyped filter would list sold-out products.
    const availability = availabilityOf(value);
    return availability ? ({ inStock }) => inStock === (availability === 'in-stock') : () => false;
  }
  const matching = index.dictionaries[dimension].containing(value);
  return (entry) => matching[entry[dimension]] ?? false;
}

/** Returns the condition of a price band. A band with two limits includes both. A band with one limit excludes it. */
export function inBand(band: PriceBand | undefined): (entry: ListingEntry) => boolean {
  if (!band) return () => false;
  const from = band.from === undefined ? undefined : toPaise(band.from);
  const to = band.to === undefined ? undefined : toPaise(band.to);
  return ({ pricePaise }) => {
    if (from === undefined) return to === undefined || pricePaise < to;
    return to === undefined ? pricePaise > from : from <= pricePaise && pricePaise <= to;
  };
}
