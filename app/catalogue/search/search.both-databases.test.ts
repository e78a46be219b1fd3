import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { pairsOf } from '../../../tests/fixtures/pairs.ts';
import { unpublish } from '../../../tests/fixtures/products.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { findMatches, searchProducts } from './search.server.ts';

const find = (shop: Shop, text: string) => findMatches(shop, text, 36);

describe('two spellings of a query [S-API-15]', () => {
  it.for([
    ...pairsOf(`banarasi banarsi, chanderi chandheri, saree sari, dupatta odhni, Kanjivaram Kanchipuram, ajrakh ajrak,
      silk resham, phulkari PHULKARI, dupatta चुन्नी`),
    ...[['co-ord set', 'coord sets'] as const, ['red saree', 'lal sari'] as const],
    ...[['katan silk', 'silk katan'] as const, ['silk saree', 'रेशम की साड़ी'] as const],
  ])('find the same products: %s and %s', async ([word, other], { shop }) => {
    const found = await find(shop, word);
    expect(found.length).toBeGreaterThan(0);
    expect((await find(shop, other)).toSorted()).toEqual(found.toSorted());
  });
});

describe('a query with a typing error [S-API-15]', () => {
  it.for(
    pairsOf(`bnaarasi TB-SAR-001, kanjivarma TB-SAR-002, chandrei TB-SAR-003, phulkrai TB-DUP-001, kalamkrai TB-SUT-006,
      pochampalyl TB-SAR-005, maheshwrai TB-SAR-009, jamdnai TB-SAR-007, gulanr TB-SAR-001`),
  )('%s finds %s', async ([text, number], { shop }) => {
    expect(await find(shop, text)).toContain(number);
  });

  it('ignores the unknown word if its other words match', async ({ shop }) => {
    expect(await find(shop, 'kanjivaram xqzwv')).toContain('TB-SAR-002');
  });
});

describe('the ranking of a search [S-API-15]', () => {
  it.for([
    ['TB-SAR-001', 'TB-SAR-001'],
    [' tb-sar-001 ', 'TB-SAR-001'],
    ['Neelambari Pochampally Ikat Saree', 'TB-SAR-005'],
  ] as const)('lists for the number or name %j the product %s first', async ([query, id], { shop }) => {
    expect((await find(shop, query))[0]).toBe(id);
  });

  it('lists the indigo sarees first for the query “indigo saree”', async ({ shop }) => {
    const found = await find(shop, 'indigo saree');
    expect(found.slice(0, 2).toSorted()).toEqual(['TB-SAR-005', 'TB-SAR-011']);
  });

  it('lists products with “khadi” in the name before those with it in the description', async ({ shop }) => {
    const names = (await searchProducts(shop, 'khadi', 36)).map(({ productName }) => productName);
    const named = names.filter((name) => name.includes('Khadi'));
    expect(named.length).toBe(3);
    expect(names.slice(0, named.length)).toEqual(named);
  });

  it('lists products with the exact word first, and also finds words that begin with the query', async ({
    shop,
  }) => {
    expect((await searchProducts(shop, 'plum', 36))[0]?.color).toBe('Plum');
    expect(await find(shop, 'gul')).toContain('TB-SAR-001');
    expect(await find(shop, 'kanji')).toContain('TB-SAR-002');
  });

  it('is the same with a smaller limit, and contains only published products', async ({ shop }) => {
    const all = await find(shop, 'silk');
    expect(await findMatches(shop, 'silk', 4)).toEqual(all.slice(0, 4));
    expect((await searchProducts(shop, 'silk', 36)).map(({ proId }) => proId)).toEqual(all);
    await unpublish(shop, 'TB-SAR-002');
    expect(await find(shop, 'kanjivaram saree')).not.toContain('TB-SAR-002');
  });
});

describe('unusual queries [S-API-15]', () => {
  it('without a known word find nothing', async ({ shop }) => {
    for (const text of ['xqzwvk', 'bicycle pump', '🙂', '12345678', '   ', '', 'the of and'])
      expect(await find(shop, text), text).toEqual([]);
  });

  it('with hostile or random text cause no error', async ({ shop }) => {
    const signs = fc.constantFrom(
      ...`'"\\:*&|!()<>-~%_ \u0000\u200d`,
      ...['क', '्', '़', 'silk', 'é', '\ud800', ' & ', "')"],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(signs).map((parts) => parts.join('')),
    );
    const hostile = [
      'silk\u0000saree',
      'é'.normalize('NFD').repeat(50),
      'silk '.repeat(20_000),
      'क्'.repeat(50_000),
    ];
    for (const text of hostile) expect(Array.isArray(await find(shop, text))).toBe(true);
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(Array.isArray(await find(shop, text))).toBe(true);
      }),
      { seed: 15, numRuns: 150 },
    );
  });
});
