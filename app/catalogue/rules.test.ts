import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categories } from '../../seeds/categories.ts';
import routes from '../routes.ts';
import { availabilityOf } from './product/product-linked-data.ts';
import {
  categorySlugOf,
  craftAndPlace,
  halfStars,
  hasVideo,
  isLowStock,
  isSoldOut,
  mayBeCategorySlug,
  productPath,
  readDescription,
  reservedSlugs,
  slugOf,
  struckPrice,
} from './rules.ts';

it.each([
  ['Banarasi brocade', 'Varanasi', 'Banarasi brocade, Varanasi'],
  ['Chanderi', 'Chanderi', 'Chanderi'],
  ['Chanderi', 'Chanderi, Madhya Pradesh', 'Chanderi, Madhya Pradesh'],
  [null, 'Ilkal', 'Ilkal'],
  ['Ikat', null, 'Ikat'],
  [null, null, ''],
])('the craft %s and the place %s are shown as %j', (craft, place, text) => {
  expect(craftAndPlace(craft, place)).toBe(text);
});

describe('the path of a product', () => {
  it.each([
    ['Gulnar Banarasi Katan Silk Saree', 'gulnar-banarasi-katan-silk-saree'],
    ['Ajrakh Madder Co-Ord Set', 'ajrakh-madder-co-ord-set'],
    ['  Two   spaces ', 'two-spaces'],
    ['Silk/Cotton', 'silkcotton'],
    ['100% wool? Yes & no #1', '100-wool-yes-no-1'],
    ['Weaver’s "own"', 'weavers-own'],
    ['..', ''],
    ['', ''],
    ['बनारसी साड़ी', 'बनारसी-साड़ी'.normalize('NFKC')],
  ])('contains the name %j as the slug %j [S-RT-11]', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('consists of the category, the slug of the name, and the number, for any name [S-RT-10]', () => {
    const path = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
    expect(productPath('Sarees', 'Gulnar Banarasi Katan Silk Saree', 'TB-SAR-001')).toBe(path);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { pathname } = new URL(productPath('Sarees', name, 'TB-SAR-001'), 'http://shop.test');
        expect(pathname).toMatch(/^\/Sarees\/[^/]+\/TB-SAR-001$/);
      }),
      { seed: 11 },
    );
  });
});

describe('the slug of a category', () => {
  it('is its name without spaces and hyphens [S-RT-07]', () => {
    expect(categories.map(({ name }) => categorySlugOf(name))).toEqual(categories.map(({ slug }) => slug));
    expect(categories.filter(({ slug }) => !mayBeCategorySlug(slug))).toEqual([]);
  });

  it('cannot be the first path segment of an existing page [S-RT-02 Q-007]', () => {
    const segments = routes.map(({ path = '' }) => path.split('/')[0] ?? '');
    const firsts = segments.filter((first) => /^[a-z]/.test(first));
    expect(firsts).toContain('orderdetail');
    expect(firsts.filter((first) => !reservedSlugs().includes(first))).toEqual([]);
    expect(['Cart', 'API', 'uploads', 'Admin', ''].filter(mayBeCategorySlug)).toEqual([]);
  });
});

describe('the rules of a product', () => {
  it.each([
    [24800, 28500, 28500],
    [6450, 6450, undefined],
    [6450, null, undefined],
    [299, null, undefined],
    [250, null, 299],
    [250, 280, 280],
  ])(
    'show, for the price %s and the MRP %s, the struck-through price %s [S-SRCH-04 S-CONST-12]',
    (price, mrp, struck) => {
      expect(struckPrice({ price, mrp })).toBe(struck);
    },
  );

  it('accept a file name as a video, but not an empty text, `null` or `undefined` [S-HOME-21]', () => {
    expect(hasVideo('tb-sar-001.mp4')).toBe(true);
    const videos = [null, undefined, '', '  ', 'null', 'undefined', ' null '];
    expect(videos.filter((video) => hasVideo(video))).toEqual([]);
  });

  it.each([
    [0, false, true, 'OutOfStock'],
    [1, true, false, 'LimitedAvailability'],
    [5, true, false, 'LimitedAvailability'],
    [6, false, false, 'InStock'],
  ])(
    'say for %i units: low stock %s, sold out %s, availability %s [S-PDP-09 S-CONST-06]',
    (quantity, low, out, word) => {
      expect([isLowStock({ quantity }, 5), isSoldOut({ quantity })]).toEqual([low, out]);
      expect(availabilityOf({ quantity }, 5)).toBe(`https://schema.org/${word}`);
    },
  );

  it.each([
    [0, 0, null],
    [5, 1, 5],
    [9, 2, 4.5],
    [13, 4, 3.5],
    [16, 5, 3],
  ])(
    'return for a sum of %i stars in %i ratings the mean %s, rounded to half stars [S-RATE-11]',
    (sum, count, mean) => {
      expect(halfStars(sum, count)).toBe(mean);
    },
  );
});

it('the description is read line by line, with the text before the first colon as the label [S-PDP-08]', () => {
  expect(readDescription('\r\n Fabric : Silk \r\n\n  \nNote: 10:30\nWoven once\n')).toEqual([
    { label: 'Fabric', value: 'Silk' },
    { label: 'Note', value: '10:30' },
    { label: '', value: 'Woven once' },
  ]);
  expect(readDescription('')).toEqual([]);
});
