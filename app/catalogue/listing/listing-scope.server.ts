import type { PriceBand } from '../../content/contract.ts';
import { toPaise } from '../../foundation/money.ts';
import type { Dimension, Filters, Sort } from '../contract.ts';
import { availabilityOf } from '../rules.ts';
import { shownDimensions } from './filters.ts';
import {
  type ListingEntry,
  type ListingIndex,
  searchedTexts,
  type TextDimension,
} from './listing-entries.ts';

/** A scope of the listing index: the entries of a category, craft or fabric, or of given products. */
export type Scope =
  | { kind: 'category'; id: string }
  | { kind: 'craft'; name: string }
  | { kind: 'fabric'; name: string }
  | { kind: 'products'; ids: readonly string[] };

/**
 * Returns the entries of a scope, sorted. With `relevance`, given products keep the order of their ids, and other scopes have the
 * owner's order.
 */
export function entriesOf(index: ListingIndex, scope: Scope, sort: Sort | 'relevance') {
  if (scope.kind === 'products') {
    if (sort !== 'relevance') return index.pick(scope.ids, sort);
    return scope.ids.map((id) => index.find(id)).filter((entry) => entry !== undefined);
  }
  const order = sort === 'relevance' ? 'featured' : sort;
  if (scope.kind === 'category') return index.inOrder(order, scope.id);
  const name = scope.name.toLowerCase();
  return index.inOrder(order).filter(onTexts(scope.kind, (texts) => texts.includes(name)));
}

/** A condition on one dimension. An entry matches if it has any of the chosen values. */
type FilterCondition = { dimension: Dimension; matches: (entry: ListingEntry) => boolean };

/** Returns one condition for each dimension that has a chosen value. */
export function toFilterConditions(filters: Filters, bands: readonly PriceBand[]): FilterCondition[] {
  return shownDimensions.flatMap((dimension) => {
    const values = filters[dimension] ?? [];
    return values.length === 0 ? [] : [{ dimension, matches: toCondition(dimension, values, bands) }];
  });
}

function toCondition(
  dimension: Dimension,
  values: readonly string[],
  bands: readonly PriceBand[],
): FilterCondition['matches'] {
  if (dimension === 'price') {
    const chosen = bands.filter(({ key }) => values.includes(key)).map(inBand);
    return (entry) => chosen.some((matches) => matches(entry));
  }
  if (dimension === 'availability') {
    // An unknown value matches no product. Otherwise a mistyped filter would list sold-out products.
    const chosen = values.map(availabilityOf);
    return ({ inStock }) => chosen.includes(inStock ? 'in-stock' : 'out-of-stock');
  }
  const searched = values.map((value) => value.toLowerCase());
  return onTexts(dimension, (texts) => searched.some((value) => texts.some((text) => text.includes(value))));
}

/**
 * Returns a function that tests an entry's texts in one dimension. Passes the texts to `matches` in lower case. Calls `matches`
 * once for each distinct joined text, because thousands of products share a few texts.
 */
function onTexts(dimension: TextDimension, matches: (texts: readonly string[]) => boolean) {
  const results = new Map<string, boolean>();
  return (entry: ListingEntry): boolean => {
    const joined = entry[dimension];
    const result = results.get(joined) ?? matches(searchedTexts(joined));
    results.set(joined, result);
    return result;
  };
}

/** Returns the condition of a price band. A band with two limits includes both. A band with one limit excludes it. */
export function inBand(band: PriceBand): (entry: ListingEntry) => boolean {
  const from = band.from === undefined ? undefined : toPaise(band.from);
  const to = band.to === undefined ? undefined : toPaise(band.to);
  return ({ pricePaise }) => {
    if (from === undefined) return to === undefined || pricePaise < to;
    return to === undefined ? pricePaise > from : from <= pricePaise && pricePaise <= to;
  };
}
