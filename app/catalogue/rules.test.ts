import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categories } from '../../seeds/categories.ts';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import routes from '../routes.ts';
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

const products = listSeedProducts();

describe('craft and place', () => {
  it.each([
    ['Banarasi brocade', 'Varanasi', 'Banarasi brocade, Varanasi'],
    ['Chanderi', 'Chanderi', 'Chanderi'],
    ['Chanderi', 'Chanderi, Madhya Pradesh', 'Chanderi, Madhya Pradesh'],
    [null, 'Ilkal', 'Ilkal'],
    ['Ikat', null, 'Ikat'],
    [null, null, ''],
  ])('%s, %s', (craft, place, text) => {
    expect(craftAndPlace(craft, place)).toBe(text);
  });
});

describe('the address of a piece', () => {
  it.each([
    ['Gulnar Banarasi Katan Silk Saree', 'gulnar-banarasi-katan-silk-saree'],
    ['Ajrakh Madder Co-Ord Set', 'ajrakh-madder-co-ord-set'],
    ['  Two   spaces ', 'two-spaces'],
    ['Silk/Cotton', 'silkcotton'],
    ['100% wool? Yes & no #1', '100-wool-yes-no-1'],
    ['Weaver’s "own"', 'weavers-own'],
    ['..', ''],
    ['', ''],
  ])('the slug of %j is %j [S-RT-11]', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('a Devanagari name keeps its vowel signs [S-RT-11]', () => {
    expect(slugOf('बनारसी साड़ी')).toBe('बनारसी-साड़ी'.normalize('NFKC'));
  });

  it('every name of the world is lower-cased with hyphens for its spaces, and nothing else [S-RT-11]', () => {
    for (const { name } of products) expect(slugOf(name)).toBe(name.toLowerCase().replaceAll(' ', '-'));
  });

  it('the path is category, slug and number [S-RT-10]', () => {
    expect(productPath('Sarees', 'Gulnar Banarasi Katan Silk Saree', 'TB-SAR-001')).toBe(
      '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001',
    );
  });

  it('a name without a letter still has a slug in its path [S-RT-10]', () => {
    expect(productPath('Sarees', '???', 'TB-SAR-001')).toBe('/Sarees/piece/TB-SAR-001');
  });

  it('whatever the name, the path has three segments that end in the number [S-RT-10]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { pathname } = new URL(productPath('Sarees', name, 'TB-SAR-001'), 'http://shop.test');
        expect(pathname).toMatch(/^\/Sarees\/[^/]+\/TB-SAR-001$/);
      }),
      { seed: 11 },
    );
  });
});

describe('the address of a category', () => {
  it('Co-Ord Sets stands at CoOrdSets [S-RT-07]', () => {
    expect(categorySlugOf('Co-Ord Sets')).toBe('CoOrdSets');
  });

  it.each(categories.map(({ name, slug }) => [name, slug]))('%s stands at %s [S-RT-07]', (name, slug) => {
    expect(categorySlugOf(name)).toBe(slug);
    expect(mayBeCategorySlug(slug)).toBe(true);
  });

  it('the first segment of every screen is reserved [S-RT-02 Q-007]', () => {
    const firsts = routes
      .map(({ path = '' }) => path.split('/')[0] ?? '')
      .filter((first) => /^[a-z]/.test(first));
    expect(firsts).toContain('orderdetail');
    expect(firsts.filter((first) => !reservedSlugs().includes(first))).toEqual([]);
  });

  it.each(['Cart', 'API', 'uploads', 'Admin', ''])('no category may stand at %j [S-RT-02 Q-007]', (slug) => {
    expect(mayBeCategorySlug(slug)).toBe(false);
  });
});

describe('what is said of a price, a film, a count', () => {
  it.each([
    [24800, 28500, 28500],
    [6450, 6450, undefined],
    [6450, null, undefined],
    [299, null, undefined],
    [250, null, 299],
    [250, 280, 280],
  ])('price %s and MRP %s strike %s [S-SRCH-04 S-CONST-12]', (price, mrp, struck) => {
    expect(struckPrice({ price, mrp })).toBe(struck);
  });

  it('no price is struck that is not above the real one [S-SRCH-04]', () => {
    const rupees = fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100);
    fc.assert(
      fc.property(rupees, fc.option(rupees), (price, mrp) => {
        expect(struckPrice({ price, mrp }) ?? Infinity).toBeGreaterThan(price);
      }),
      { seed: 4 },
    );
  });

  it.each([null, undefined, '', '  ', 'null', 'undefined', ' null '])(
    '%j is no film [S-HOME-21]',
    (video) => {
      expect(hasVideo(video)).toBe(false);
    },
  );

  it('a file name is a film [S-HOME-21]', () => {
    expect(hasVideo('tb-sar-001.mp4')).toBe(true);
  });

  it.each([
    [0, false, true],
    [1, true, false],
    [5, true, false],
    [6, false, false],
  ])('with %i left, low is %s and sold out is %s [S-PDP-09 S-CONST-06]', (quantity, low, soldOut) => {
    expect(isLowStock({ quantity }, 5)).toBe(low);
    expect(isSoldOut({ quantity })).toBe(soldOut);
  });

  it.each([
    [0, 0, null],
    [5, 1, 5],
    [9, 2, 4.5],
    [13, 4, 3.5],
    [16, 5, 3],
  ])('%i stars from %i people are %s [S-RATE-11]', (sum, count, mean) => {
    expect(halfStars(sum, count)).toBe(mean);
  });
});

describe('the description', () => {
  it('a line is split at its first colon [S-PDP-08]', () => {
    expect(readDescription('Note: 10:30')).toEqual([{ label: 'Note', value: '10:30' }]);
  });

  it('a line without a colon is a value without a label [S-PDP-08]', () => {
    expect(readDescription('Woven once')).toEqual([{ label: '', value: 'Woven once' }]);
  });

  it('blank lines are left out, whatever ends a line [S-PDP-08]', () => {
    expect(readDescription('\r\n Fabric : Silk \r\n\n  \nCare: Dry clean\n')).toEqual([
      { label: 'Fabric', value: 'Silk' },
      { label: 'Care', value: 'Dry clean' },
    ]);
    expect(readDescription('')).toEqual([]);
  });
});
