import { describe, expect, it } from 'vitest';
import { type Facet, sorts } from '../contract.ts';
import {
  facetsToShow,
  firstPageSearch,
  labelOfValue,
  listChosen,
  nextPageSearch,
  offeredSorts,
  readChoice,
  shownDimensions,
  withoutFilters,
  withoutValue,
  writeChoice,
} from './filters.ts';

const requested = (search: string) => new URLSearchParams(search);

describe('the URL of a listing', () => {
  it('has every filter dimension of the contract [S-FILT-12…18]', () => {
    expect([...shownDimensions].sort()).toEqual([
      'availability',
      'color',
      'craft',
      'fabric',
      'pattern',
      'price',
      'type',
    ]);
  });

  it('offers exactly the three specified sort orders [S-LIST-03…05]', () => {
    expect(offeredSorts.map(({ label }) => label)).toEqual([
      'Featured',
      'Price: Low to High',
      'Price: High to Low',
    ]);
    for (const { value } of offeredSorts) expect(sorts).toContain(value);
  });

  it('can contain repeated parameters, a sort order and a page', () => {
    expect(
      readChoice(requested('?craft=Ikat&craft=Khadi&color=Red&price=under-500&sort=price-asc&page=2')),
    ).toEqual({
      filters: { craft: ['Ikat', 'Khadi'], color: ['Red'], price: ['under-500'] },
      sort: 'price-asc',
      page: 2,
    });
  });

  it.each([
    [
      'trims values and drops empty ones [S-FILT-10]',
      '?craft=%20Ikat%20&fabric=&fabric=%20',
      { craft: ['Ikat'] },
    ],
    [
      'has a value once, ignoring case [S-FILT-11]',
      '?craft=Ikat&craft=IKAT&craft=ikat%20',
      { craft: ['Ikat'] },
    ],
    ['does not split a value at a comma', '?fabric=Silk%2C+raw', { fabric: ['Silk, raw'] }],
  ])('%s', (_, search, filters) => {
    expect(readChoice(requested(search)).filters).toEqual(filters);
  });

  it('with an unknown sort order uses the order `featured`', () => {
    expect(readChoice(requested('?sort=cheapest')).sort).toBe('featured');
  });

  it.each([
    ['0', 1],
    ['-3', 1],
    ['two', 1],
    ['1.5', 1],
    ['7', 7],
    ['41', 40],
    ['99999999', 1],
  ])('with page=%s requests page %i', (page, read) => {
    expect(readChoice(requested(`?page=${page}`)).page).toBe(read);
  });

  it('is written in the same form as it was read, without defaults', () => {
    const search = '?craft=Ikat&craft=Khadi&price=over-5000&sort=price-desc&page=3';
    expect(writeChoice(requested(''), readChoice(requested(search)))).toBe(search);
    expect(writeChoice(requested(''), readChoice(requested('?sort=featured&page=1')))).toBe('');
  });

  it('is written with escaped values', () => {
    const written = writeChoice(requested(''), {
      filters: { craft: ['Zari & silk / 50%'] },
      sort: 'featured',
      page: 1,
    });
    expect(readChoice(requested(written)).filters).toEqual({ craft: ['Zari & silk / 50%'] });
  });

  it.each([
    ['keeps the query of a search', '?query=banarsi+silk&color=Red&page=2', '?query=banarsi+silk&color=Red'],
    ['is canonical after a form', '?sort=featured&page=4&color=Red&craft=Ikat', '?craft=Ikat&color=Red'],
  ])('%s, and leads to the first page', (_, search, first) => {
    expect(firstPageSearch(requested(search))).toBe(first);
  });
});

describe('changing the filters of a listing', () => {
  const filtered = requested('?query=saree&craft=Ikat&price=over-5000&sort=price-asc&page=2');

  it.each([
    [
      'removes one value [S-LIST-09]',
      withoutValue(requested('?craft=Ikat&color=Red&page=2'), 'craft', 'IKAT'),
      '?color=Red',
    ],
    [
      'removes all filters, not order and query [S-LIST-06]',
      withoutFilters(filtered),
      '?query=saree&sort=price-asc',
    ],
    ['removes the only filter', withoutFilters(requested('?craft=Ikat')), ''],
    ['adds one page [S-LIST-10]', nextPageSearch(requested('?craft=Ikat')), '?craft=Ikat&page=2'],
    ['adds no page to the last', nextPageSearch(requested('?page=40')), '?page=40'],
  ])('%s', (_, search, expected) => {
    expect(search).toBe(expected);
  });

  it('lists the chosen values in the order of the filters', () => {
    expect(listChosen({ price: ['under-500'], craft: ['Ikat'] })).toEqual([
      { dimension: 'craft', value: 'Ikat' },
      { dimension: 'price', value: 'under-500' },
    ]);
  });
});

describe('the shown filters', () => {
  const colour: Facet = {
    dimension: 'color',
    title: 'Colour',
    values: [
      { value: 'Red', label: 'Red', count: 2 },
      { value: 'Indigo', label: 'Indigo', count: 1 },
    ],
  };
  const type: Facet = {
    dimension: 'type',
    title: 'Type',
    values: [{ value: 'Saree', label: 'Saree', count: 3 }],
  };

  it('omit a filter with fewer than two values [S-FILT-14]', () => {
    expect(facetsToShow([colour, type], {})).toEqual([colour]);
  });

  it('include a filter with one value if this value is chosen', () => {
    expect(facetsToShow([type], { type: ['saree'] })).toEqual([type]);
  });

  it('include a chosen value that no product has', () => {
    const [shown] = facetsToShow([colour], { color: ['Teal'] });
    expect(shown?.values.at(-1)).toEqual({ value: 'Teal', label: 'Teal', count: 0 });
  });

  it('name a chosen value by its label', () => {
    const price: Facet = {
      dimension: 'price',
      title: 'Price',
      values: [{ value: 'under-500', label: 'Under ₹500', count: 0 }],
    };
    expect(labelOfValue([price], { dimension: 'price', value: 'Under-500' })).toBe('Under ₹500');
    expect(labelOfValue([price], { dimension: 'craft', value: 'Ikat' })).toBe('Ikat');
  });
});
