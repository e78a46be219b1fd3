import type { PriceBand } from '../../content/contract.ts';
import { formatRupees } from '../../foundation/money.ts';
import type { Dimension, Facet, FacetValue, Filters } from '../contract.ts';
import { swatchOf } from '../rules.ts';
import { shownDimensions } from './filters.ts';
import {
  addTo,
  type ListingEntry,
  labelsOf,
  searchedTexts,
  type TextDimension,
  textDimensions,
} from './listing-entries.ts';
import { inBand, toFilterConditions } from './listing-scope.server.ts';

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
 * Number of matching products for each value of one dimension. A value is an availability, the key of a price band, or an entry's
 * texts, joined as in {@link ListingEntry}. A value has the count 0 if no product with this value matches.
 */
type Counts = Map<string, number>;

/**
 * Returns the ids of the matching products, in the listing's order, and the facets. The counts of a dimension ignore the filter
 * on the same dimension. A text filter matches each text that contains its value, so the count of Silk includes the Katan silks.
 */
export function filterAndCount(
  entries: readonly ListingEntry[],
  filters: Filters,
  bands: readonly PriceBand[],
): { ids: string[]; facets: Facet[] } {
  const conditions = toFilterConditions(filters, bands);
  const pricedIn = bands.map((band) => ({ key: band.key, matches: inBand(band) }));
  const ids: string[] = [];
  const counts: Record<Dimension, Counts> = {
    craft: new Map(),
    fabric: new Map(),
    color: new Map(),
    price: new Map(),
    type: new Map(),
    pattern: new Map(),
    availability: new Map(),
  };
  for (const entry of entries) {
    const missed = conditions.filter(({ matches }) => !matches(entry));
    if (missed.length === 0) ids.push(entry.id);
    /** Returns 1 if the product matches the filters on all dimensions other than `dimension`, otherwise 0. */
    const countIn = (dimension: Dimension) =>
      Number(missed.every((condition) => condition.dimension === dimension));
    for (const dimension of textDimensions) addTo(counts[dimension], entry[dimension], countIn(dimension));
    for (const { key, matches } of pricedIn) if (matches(entry)) addTo(counts.price, key, countIn('price'));
    addTo(counts.availability, entry.inStock ? 'in-stock' : 'out-of-stock', countIn('availability'));
  }
  const chosenBands = (filters.price ?? []).map((value) => value.toLowerCase());
  const values: Record<Dimension, FacetValue[]> = {
    craft: textValues('craft', counts.craft),
    fabric: textValues('fabric', counts.fabric),
    color: textValues('color', counts.color).map((value) => ({ ...value, swatch: swatchOf(value.label) })),
    price: priceValues(bands, chosenBands, counts.price),
    type: textValues('type', counts.type),
    pattern: textValues('pattern', counts.pattern),
    availability: availabilityValues(counts.availability),
  };
  const facetOf = (dimension: Dimension) => ({
    dimension,
    title: titles[dimension],
    values: values[dimension],
  });
  return { ids, facets: shownDimensions.map(facetOf) };
}

/**
 * Returns the values of a text facet: each label with its number of matching products, the highest number first. Labels that
 * differ only in case are listed once.
 */
function textValues(dimension: TextDimension, counts: Counts): FacetValue[] {
  const labels = new Map<string, string>();
  for (const joined of counts.keys())
    for (const label of labelsOf(dimension, joined)) {
      const folded = label.toLowerCase();
      const other = labels.get(folded);
      if (other === undefined || label < other) labels.set(folded, label);
    }
  const counted = [...counts].map(([joined, count]) => ({ texts: searchedTexts(joined), count }));
  const values = [...labels].map(([folded, label]) => {
    const matching = counted.filter(({ texts }) => texts.some((text) => text.includes(folded)));
    return { value: label, label, count: matching.reduce((sum, { count }) => sum + count, 0) };
  });
  return values.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** Omits a price band without products, unless the band is chosen and needs its label. */
function priceValues(bands: readonly PriceBand[], chosen: readonly string[], counts: Counts): FacetValue[] {
  const shown = bands.filter(({ key }) => counts.has(key) || chosen.includes(key));
  return shown.map(({ key, label }) => ({ value: key, label: grouped(label), count: counts.get(key) ?? 0 }));
}

function availabilityValues(counts: Counts): FacetValue[] {
  const choices = [
    { value: 'in-stock', label: 'In stock' },
    { value: 'out-of-stock', label: 'Out of stock' },
  ];
  const shown = choices.filter(({ value }) => counts.has(value));
  return shown.map((choice) => ({ ...choice, count: counts.get(choice.value) ?? 0 }));
}

/** Returns the label of a price band with grouped digits: `₹1000 to ₹2000` → `₹1,000 to ₹2,000`. */
const grouped = (label: string) => label.replace(/₹(\d+)/g, (_, rupees) => formatRupees(Number(rupees)));
