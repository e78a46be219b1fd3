import type { PriceBand } from '../../content/contract.ts';
import { formatRupees } from '../../foundation/money.ts';
import type { Dimension, Facet, FacetValue } from '../contract.ts';
import { swatchOf } from '../rules.ts';
import type { FacetIndex } from './facet-index.ts';
import {
  type ListingEntry,
  type ListingIndex,
  type TextDimension,
  textDimensions,
} from './listing-entries.ts';
import { type FilterCondition, inBand } from './listing-scope.server.ts';

/** One row for each value of each dimension: how many pieces it would show beside the other choices. */
type FacetCount = { dimension: Dimension; value: string; count: number };

/** Ids of the products that match the filters, in the listing's order, and the counts of each facet value. */
type Chosen = { ids: string[]; counts: FacetCount[] };

/** How many pieces there are of each number, and how many of those fit all choices but the dimension's own. */
type Tally = { all: Uint32Array; matching: Uint32Array };

const openTally = (size: number): Tally => ({ all: new Uint32Array(size), matching: new Uint32Array(size) });

function count({ all, matching }: Tally, number: number, isFitting: boolean) {
  all[number] = (all[number] ?? 0) + 1;
  if (isFitting) matching[number] = (matching[number] ?? 0) + 1;
}

/**
 * Looks at each piece of the shelf once. A value's count leaves out its own dimension's choice, because choices within
 * one are alternatives. A filter asks for what contains its value, so the count of Silk has the Katan silks in it too.
 */
export function filterAndCount(
  { dictionaries }: ListingIndex,
  entries: readonly ListingEntry[],
  conditions: readonly FilterCondition[],
  bands: readonly PriceBand[],
): Chosen {
  const ids: string[] = [];
  const [craft, fabric, color, type, pattern] = [
    openTally(dictionaries.craft.size),
    openTally(dictionaries.fabric.size),
    openTally(dictionaries.color.size),
    openTally(dictionaries.type.size),
    openTally(dictionaries.pattern.size),
  ];
  const stocked = openTally(2);
  const banded = bands.map((band) => ({ key: band.key, isIn: inBand(band), all: 0, count: 0 }));
  for (const entry of entries) {
    const missed = missedBy(entry, conditions);
    if (missed === undefined) ids.push(entry.id);
    for (const band of banded) {
      if (!band.isIn(entry)) continue;
      band.all += 1;
      // What misses two choices counts nowhere.
      if (missed === undefined || missed === 'price') band.count += 1;
    }
    count(craft, entry.craft, missed === undefined || missed === 'craft');
    count(fabric, entry.fabric, missed === undefined || missed === 'fabric');
    count(color, entry.color, missed === undefined || missed === 'color');
    count(type, entry.type, missed === undefined || missed === 'type');
    count(pattern, entry.pattern, missed === undefined || missed === 'pattern');
    count(stocked, Number(entry.inStock), missed === undefined || missed === 'availability');
  }
  const tallies = { craft, fabric, color, type, pattern };
  return {
    ids,
    counts: [
      ...textDimensions.flatMap((dimension) => sumUp(dimension, tallies[dimension], dictionaries[dimension])),
      ...banded.flatMap(({ key, all, count }) =>
        all ? [{ dimension: 'price' as const, value: key, count }] : [],
      ),
      ...(['out-of-stock', 'in-stock'] as const).flatMap((value, number) =>
        stocked.all[number]
          ? [{ dimension: 'availability' as const, value, count: stocked.matching[number] ?? 0 }]
          : [],
      ),
    ],
  };
}

/** The one dimension whose choice the piece misses, if it misses any. */
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

/** The values that pieces of this shelf are listed under, each once whatever its case, with what it would show. */
function sumUp(dimension: TextDimension, { all, matching }: Tally, facetIndex: FacetIndex): FacetCount[] {
  const labels = new Map<string, string>();
  for (const [number, products] of all.entries()) {
    if (products === 0) continue;
    for (const label of facetIndex.labelsOf(number)) {
      const folded = label.toLowerCase();
      const other = labels.get(folded);
      if (other === undefined || label < other) labels.set(folded, label);
    }
  }
  return [...labels.values()].map((value) => {
    const shown = facetIndex.containing(value);
    return {
      dimension,
      value,
      count: matching.reduce((sum, products, number) => sum + (shown[number] ? products : 0), 0),
    };
  });
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

/** The label of a price band with its amounts grouped: `₹1000 to ₹2000` → `₹1,000 to ₹2,000`. */
const grouped = (label: string) => label.replace(/₹(\d+)/g, (_, rupees) => formatRupees(Number(rupees)));

/**
 * The filter panel: what there is to choose, most pieces first; bands and availability in their own order. A band
 * without products is left out, unless it is among the `chosen` ones and needs its label.
 */
export function toFacets(
  counts: readonly FacetCount[],
  bands: readonly PriceBand[],
  chosen: readonly string[] = [],
): Facet[] {
  return titles.map(([dimension, title]) => {
    const rows = counts.filter((row) => row.dimension === dimension);
    if (dimension === 'price') {
      const values = bands.flatMap(({ key, label }) => {
        const count = rows.find(({ value }) => value === key)?.count;
        if (count === undefined && !chosen.some((value) => value.toLowerCase() === key)) return [];
        return [{ value: key, label: grouped(label), count: count ?? 0 }];
      });
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
