import type { Dimension, Facet, Filters, Sort } from '../contract.ts';

export type Choice = { filters: Filters; sort: Sort; page: number };

type ChosenValue = { dimension: Dimension; value: string };

/** The filter dimensions in the order in which a listing shows them. */
export const shownDimensions = [
  'craft',
  'fabric',
  'color',
  'price',
  'type',
  'pattern',
  'availability',
] as const satisfies readonly Dimension[];

/** The sort orders that a listing offers. The URL omits the first one. */
export const offeredSorts = [
  { value: 'featured', label: 'Featured' },
  { value: 'price-asc', label: 'Price: Low to High' },
  { value: 'price-desc', label: 'Price: High to Low' },
] as const satisfies readonly { value: Sort; label: string }[];

/**
 * The highest page number that a URL can request. A response contains all pages up to the requested one, so this number limits
 * its size.
 */
const lastPage = 40;

/** Maximum number of chosen values in one dimension. Each value has a chip whose URL contains all other values. */
export const maxValues = 30;

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Returns the trimmed values, each once ignoring case. Omits empty values. */
export function normalizeValues(values: readonly string[]): string[] {
  const distinct: string[] = [];
  for (const value of values.map((raw) => raw.trim())) {
    if (value && !distinct.some((other) => sameText(other, value))) distinct.push(value);
  }
  return distinct;
}

function readSort(value: string | null): Sort {
  return offeredSorts.find((sort) => sort.value === value)?.value ?? 'featured';
}

function readPage(value: string | null): number {
  const page = /^\d{1,4}$/.test(value ?? '') ? Number(value) : 1;
  return Math.min(Math.max(page, 1), lastPage);
}

/** Parses `?craft=Ikat&craft=Khadi&price=under-500&sort=price-asc&page=2`. Ignores or replaces invalid values. */
export function readChoice(search: URLSearchParams): Choice {
  const filters: Filters = {};
  for (const dimension of shownDimensions) {
    const values = normalizeValues(search.getAll(dimension).slice(0, maxValues));
    if (values.length > 0) filters[dimension] = values;
  }
  return { filters, sort: readSort(search.get('sort')), page: readPage(search.get('page')) };
}

/**
 * Returns the filters, the sort order and the page as a query string. Other parameters of `search`, such as a search text, come
 * first. Returns an empty text if there are no parameters.
 */
export function writeChoice(search: URLSearchParams, { filters, sort, page }: Choice): string {
  const written = new URLSearchParams();
  const ownNames: readonly string[] = [...shownDimensions, 'sort', 'page'];
  for (const [name, value] of search) if (!ownNames.includes(name)) written.append(name, value);
  for (const dimension of shownDimensions) {
    for (const value of filters[dimension] ?? []) written.append(dimension, value);
  }
  if (sort !== 'featured') written.set('sort', sort);
  if (page > 1) written.set('page', String(page));
  const text = written.toString();
  return text && `?${text}`;
}

/** Returns the canonical query string of a listing's first page, with the filters and the sort order of `search`. */
export function firstPageSearch(search: URLSearchParams): string {
  return writeChoice(search, { ...readChoice(search), page: 1 });
}

/** Returns the query string of the first page without one chosen value. */
export function withoutValue(search: URLSearchParams, dimension: Dimension, value: string): string {
  const { filters, sort } = readChoice(search);
  const trimmed = value.trim();
  const values = (filters[dimension] ?? []).filter((chosen) => !sameText(chosen, trimmed));
  return writeChoice(search, { filters: { ...filters, [dimension]: values }, sort, page: 1 });
}

/** Returns the query string of the first page without chosen values. Keeps the sort order. */
export function withoutFilters(search: URLSearchParams): string {
  return writeChoice(search, { filters: {}, sort: readChoice(search).sort, page: 1 });
}

/** Returns the query string of the next page, with the same filters and sort order. */
export function nextPageSearch(search: URLSearchParams): string {
  const choice = readChoice(search);
  return writeChoice(search, { ...choice, page: Math.min(choice.page + 1, lastPage) });
}

/** Returns false on the last page that a URL can request. */
export function mayRequestNextPage({ page }: Pick<Choice, 'page'>): boolean {
  return page < lastPage;
}

export function isChosen(filters: Filters, dimension: Dimension, value: string): boolean {
  return (filters[dimension] ?? []).some((chosen) => sameText(chosen, value.trim()));
}

export function listChosen(filters: Filters): ChosenValue[] {
  return shownDimensions.flatMap((dimension) =>
    (filters[dimension] ?? []).map((value) => ({ dimension, value })),
  );
}

/** Returns the label of a chosen value. Returns the value itself if no facet contains it. */
export function labelOfValue(facets: readonly Facet[], { dimension, value }: ChosenValue): string {
  const facet = facets.find((other) => other.dimension === dimension);
  return facet?.values.find((choice) => sameText(choice.value, value))?.label ?? value;
}

/**
 * Returns the filters that have several values or a chosen value. Adds chosen values that no product has, so that shoppers can
 * remove them.
 */
export function facetsToShow(facets: readonly Facet[], filters: Filters): Facet[] {
  return facets.flatMap((facet) => {
    const chosen = filters[facet.dimension] ?? [];
    if (facet.values.length < 2 && chosen.length === 0) return [];
    const missing = chosen
      .filter((value) => !facet.values.some((choice) => sameText(choice.value, value)))
      .map((value) => ({ value, label: value, count: 0 }));
    return [{ ...facet, values: [...facet.values, ...missing] }];
  });
}
