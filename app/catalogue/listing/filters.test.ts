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
  it('can contain the seven specified filters and the three specified sort orders [S-FILT-12…18 S-LIST-03…05]', () => {
    const dimensions = ['availability', 'color', 'craft', 'fabric', 'pattern', 'price', 'type'];
    expect([...shownDimensions].sort()).toEqual(dimensions);
    const labels = ['Featured', 'Price: Low to High', 'Price: High to Low'];
    expect(offeredSorts.map(({ label }) => label)).toEqual(labels);
    for (const { value } of offeredSorts) expect(sorts).toContain(value);
  });

  it('can contain repeated parameters, a sort order and a page', () => {
    const search = '?craft=Ikat&craft=Khadi&color=Red&price=under-500&sort=price-asc&page=2';
    expect(readChoice(requested(search))).toEqual({
      filters: { craft: ['Ikat', 'Khadi'], color: ['Red'], price: ['under-500'] },
      sort: 'price-asc',
      page: 2,
    });
  });

  it('is read with trimmed values, and without empty and repeated values [S-FILT-10 S-FILT-11]', () => {
    const filters = (search: string) => readChoice(requested(search)).filters;
    expect(filters('?craft=%20Ikat%20&fabric=&fabric=%20')).toEqual({ craft: ['Ikat'] });
    expect(filters('?craft=Ikat&craft=IKAT&craft=ikat%20')).toEqual({ craft: ['Ikat'] });
    // A comma belongs to the value.
    expect(filters('?fabric=Silk%2C+raw')).toEqual({ fabric: ['Silk, raw'] });
  });

  it('is read with the default for an unknown sort order or an invalid page, and with at most page 40', () => {
    expect(readChoice(requested('?sort=cheapest')).sort).toBe('featured');
    const pages = ['0', '-3', 'two', '1.5', '7', '41', '99999999'];
    const read = pages.map((page) => readChoice(requested(`?page=${page}`)).page);
    expect(read).toEqual([1, 1, 1, 1, 7, 40, 1]);
  });

  it('is the same after it is read and written, except for default values', () => {
    const chosen = '?craft=Ikat&craft=Khadi&price=over-5000&sort=price-desc&page=3';
    const written = (search: string) => writeChoice(requested(''), readChoice(requested(search)));
    for (const search of [chosen, '?craft=Zari+%26+silk+%2F+50%25']) expect(written(search)).toBe(search);
    expect(written('?sort=featured&page=1')).toBe('');
  });

  it.each([
    ['?query=banarsi+silk&color=Red&page=2', '?query=banarsi+silk&color=Red'],
    ['?sort=featured&page=4&color=Red&craft=Ikat', '?craft=Ikat&color=Red'],
  ])('changes from %s to %s in a link to the first page', (search, first) => {
    expect(firstPageSearch(requested(search))).toBe(first);
  });
});

describe('a link of the filters', () => {
  const chosen = requested('?craft=Ikat&color=Red&page=2');
  const filtered = requested('?query=saree&craft=Ikat&price=over-5000&sort=price-asc&page=2');

  it.each([
    ['removes one value [S-LIST-09]', withoutValue(chosen, 'craft', 'IKAT'), '?color=Red'],
    [
      'removes all filters, but not order and query [S-LIST-06]',
      withoutFilters(filtered),
      '?query=saree&sort=price-asc',
    ],
    ['removes the only filter', withoutFilters(requested('?craft=Ikat')), ''],
    ['requests the next page [S-LIST-10]', nextPageSearch(requested('?craft=Ikat')), '?craft=Ikat&page=2'],
    ['requests no page after the last page', nextPageSearch(requested('?page=40')), '?page=40'],
  ])('%s', (_, search, expected) => {
    expect(search).toBe(expected);
  });

  it('is shown for each chosen value, in the order of the filters', () => {
    expect(listChosen({ price: ['under-500'], craft: ['Ikat'] })).toEqual([
      { dimension: 'craft', value: 'Ikat' },
      { dimension: 'price', value: 'under-500' },
    ]);
  });
});

describe('the shown filters', () => {
  const offer = (label: string, count: number) => ({ value: label, label, count });
  const colours = [offer('Red', 2), offer('Indigo', 1)];
  const colour: Facet = { dimension: 'color', title: 'Colour', values: colours };
  const type: Facet = { dimension: 'type', title: 'Type', values: [offer('Saree', 3)] };

  it('include a filter with one value only if this value is chosen [S-FILT-14]', () => {
    expect(facetsToShow([colour, type], {})).toEqual([colour]);
    expect(facetsToShow([type], { type: ['saree'] })).toEqual([type]);
    // A chosen value is included even if no product has it.
    const [shown] = facetsToShow([colour], { color: ['Teal'] });
    expect(shown?.values.at(-1)).toEqual(offer('Teal', 0));
  });

  it('name a chosen value by its label', () => {
    const band = { value: 'under-500', label: 'Under ₹500', count: 0 };
    const price: Facet = { dimension: 'price', title: 'Price', values: [band] };
    expect(labelOfValue([price], { dimension: 'price', value: 'Under-500' })).toBe('Under ₹500');
    expect(labelOfValue([price], { dimension: 'craft', value: 'Ikat' })).toBe('Ikat');
  });
});
