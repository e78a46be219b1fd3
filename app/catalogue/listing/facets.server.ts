import type { PriceBand } from '../../content/contract.ts';
import { formatRupees } from '../../foundation/money.ts';
import type { Dimension, Facet, FacetValue, Filters } from '../contract.ts';
import { swatchOf } from '../rules.ts';
import type { FacetIndex } from './facet-index.ts';
import { shownDimensions } from './filters.ts';
import {
  type ListingEntry,
  type ListingIndex,
  perTextDimension,
  type TextDimension,
} from './listing-entries.ts';
import { type FilterCondition, inBand, toFilterConditions } from './listing-scope.server.ts';

/**
 * Numbers of products in one dimension. The array index is the number that the {@link FacetIndex} gives to the values of the
 * products. `all` counts all products. `matching` counts the products that match the chosen values of all other dimensions.
 */
type Tally = { all: Uint32Array; matching: Uint32Array };

const createTally = (size: number): Tally => ({
  all: new Uint32Array(size),
  matching: new Uint32Array(size),
});

function count({ all, matching }: Tally, number: number, isMatching: boolean) {
  all[number] = (all[number] ?? 0) + 1;
  if (isMatching) matching[number] = (matching[number] ?? 0) + 1;
}

const titles: Record<Dimension, string> = {
  craft: 'Craft',
  fabric: 'Fabric',
  color: 'Colour',
  price: 'Price',
  type: 'Type',
  pattern: 'Pattern',
  availability: 'Availability',
};

/**
 * Returns the ids of the matching products, in the listing's order, and the facets. The count of a value ignores the choice in
 * its own dimension. A filter matches every value that contains it, so the count of Silk includes the Katan silks.
 */
export function filterAndCount(
  index: ListingIndex,
  entries: readonly ListingEntry[],
  filters: Filters,
  bands: readonly PriceBand[],
): { ids: string[]; facets: Facet[] } {
  const { dictionaries } = index;
  const conditions = toFilterConditions(index, filters, bands);
  const ids: string[] = [];
  const tallies = perTextDimension((dimension) => createTally(dictionaries[dimension].size));
  const stocked = createTally(2);
  const banded = bands.map((band) => ({ ...band, isIn: inBand(band), all: 0, count: 0 }));
  for (const entry of entries) {
    const missed = missedBy(entry, conditions);
    if (missed === undefined) ids.push(entry.id);
    for (const band of banded) {
      if (!band.isIn(entry)) continue;
      band.all += 1;
      if (missed === undefined || missed === 'price') band.count += 1;
    }
    // Do not loop over the dimensions: V8 reads `entry[dimension]` nine times as slowly, which costs 35 ms more for 100,000
    // entries.
    count(tallies.craft, entry.craft, missed === undefined || missed === 'craft');
    count(tallies.fabric, entry.fabric, missed === undefined || missed === 'fabric');
    count(tallies.color, entry.color, missed === undefined || missed === 'color');
    count(tallies.type, entry.type, missed === undefined || missed === 'type');
    count(tallies.pattern, entry.pattern, missed === undefined || missed === 'pattern');
    count(stocked, Number(entry.inStock), missed === undefined || missed === 'availability');
  }
  // Omit a price band without products, unless the band is chosen and needs its label.
  const chosen = (filters.price ?? []).map((value) => value.toLowerCase());
  const shownBands = banded.filter(({ all, key }) => all > 0 || chosen.includes(key));
  const values: Record<Dimension, FacetValue[]> = {
    ...perTextDimension((name) => textValues(name, tallies[name], dictionaries[name])),
    price: shownBands.map(({ key, label, count }) => ({ value: key, label: grouped(label), count })),
    availability: availabilityValues(stocked),
  };
  const facetOf = (dimension: Dimension) => ({
    dimension,
    title: titles[dimension],
    values: values[dimension],
  });
  return { ids, facets: shownDimensions.map(facetOf) };
}

/**
 * Returns the only dimension whose chosen values the product does not match. Returns `two` if there are several such dimensions.
 * In this case the product is counted in no dimension.
 */
function missedBy(
  entry: ListingEntry,
  conditions: readonly FilterCondition[],
): Dimension | 'two' | undefined {
  let missed: Dimension | undefined;
  for (const { dimension, matches } of conditions)
    if (!matches(entry)) {
      if (missed !== undefined) return 'two';
      missed = dimension;
    }
  return missed;
}

/**
 * Returns the labels of the counted products with the numbers of matching products, the highest number first. Labels that differ
 * only in case are listed once.
 */
function textValues(
  dimension: TextDimension,
  { all, matching }: Tally,
  facetIndex: FacetIndex,
): FacetValue[] {
  const labels = new Map<string, string>();
  for (const [number, products] of all.entries()) {
    if (products === 0) continue;
    for (const label of facetIndex.labelsOf(number)) {
      const folded = label.toLowerCase();
      const other = labels.get(folded);
      if (other === undefined || label < other) labels.set(folded, label);
    }
  }
  const values = [...labels.values()].map((label) => {
    const containsLabel = facetIndex.containing(label);
    const count = matching.reduce((sum, products, number) => sum + (containsLabel[number] ? products : 0), 0);
    return { value: label, label, count, swatch: dimension === 'color' ? swatchOf(label) : undefined };
  });
  return values.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

function availabilityValues({ all, matching }: Tally): FacetValue[] {
  const choices = [
    { value: 'in-stock', label: 'In stock', number: 1 },
    { value: 'out-of-stock', label: 'Out of stock', number: 0 },
  ];
  return choices.flatMap(({ number, ...choice }) =>
    all[number] ? [{ ...choice, count: matching[number] ?? 0 }] : [],
  );
}

/** Returns the label of a price band with grouped digits: `₹1000 to ₹2000` → `₹1,000 to ₹2,000`. */
const grouped = (label: string) => label.replace(/₹(\d+)/g, (_, rupees) => formatRupees(Number(rupees)));
