import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { findMatches, searchProducts } from './search.server.ts';

const find = (shop: Shop, text: string) => findMatches(shop, text, 36);

describe('one thing by many spellings [S-API-15]', () => {
  it.for([
    ['banarasi', 'banarsi'],
    ['chanderi', 'chandheri'],
    ['saree', 'sari'],
    ['dupatta', 'odhni'],
    ['Kanjivaram', 'Kanchipuram'],
    ['ajrakh', 'ajrak'],
    ['co-ord set', 'coord sets'],
    ['red saree', 'lal sari'],
    ['silk', 'resham'],
    ['phulkari', 'PHULKARI'],
    ['katan silk', 'silk katan'],
  ] as const)('%s and %s find the same pieces', async ([word, other], { shop }) => {
    const found = await find(shop, word);
    expect(found.length).toBeGreaterThan(0);
    expect((await find(shop, other)).toSorted()).toEqual(found.toSorted());
  });
});

describe('Devanagari finds what its Latin spelling finds [S-API-15]', () => {
  it.for([
    ['चुन्नी', 'dupatta'],
    ['लाल साड़ी', 'red saree'],
    ['बांधनी', 'bandhani'],
    ['खादी', 'khadi'],
    ['कोटा', 'kota'],
    ['पटोला', 'patola'],
    ['रेशम की साड़ी', 'silk saree'],
  ] as const)('%s as %s', async ([hindi, latin], { shop }) => {
    const found = await find(shop, latin);
    expect(found.length).toBeGreaterThan(0);
    expect((await find(shop, hindi)).toSorted()).toEqual(found.toSorted());
  });
});

describe('slips of the fingers [S-API-15]', () => {
  it.for([
    ['bnaarasi', 'TB-SAR-001'],
    ['kanjivarma', 'TB-SAR-002'],
    ['chandrei', 'TB-SAR-003'],
    ['phulkrai', 'TB-DUP-001'],
    ['kalamkrai', 'TB-SUT-006'],
    ['pochampalyl', 'TB-SAR-005'],
    ['maheshwrai', 'TB-SAR-009'],
    ['jamdnai', 'TB-SAR-007'],
    ['gulanr', 'TB-SAR-001'],
    ['chanderri sare', 'TB-SAR-003'],
  ] as const)('%s finds %s', async ([text, number], { shop }) => {
    expect(await find(shop, text)).toContain(number);
  });

  it('a word that nothing has does not hide what the others find', async ({ shop }) => {
    expect(await find(shop, 'kanjivaram xqzwv')).toContain('TB-SAR-002');
  });
});

describe('what stands first [S-API-15]', () => {
  it.for(['TB-SAR-001', 'tb-sar-001', ' TB-SAR-001 '])(
    'the number %j finds its piece first',
    async (number, { shop }) => {
      expect((await find(shop, number))[0]).toBe('TB-SAR-001');
    },
  );

  it('a piece’s own name finds it first', async ({ shop }) => {
    expect((await find(shop, 'Neelambari Pochampally Ikat Saree'))[0]).toBe('TB-SAR-005');
  });

  it('colour and kind: indigo saree finds sarees of that colour alone', async ({ shop }) => {
    const found = await searchProducts(shop, 'indigo saree', 36);
    expect(
      found
        .slice(0, 2)
        .map(({ proId }) => proId)
        .toSorted(),
    ).toEqual(['TB-SAR-005', 'TB-SAR-011']);
  });

  it('the name before the description: khadi names come before mentions', async ({ shop }) => {
    const names = (await searchProducts(shop, 'khadi', 36)).map(({ productName }) => productName);
    const named = names.filter((name) => name.includes('Khadi'));
    expect(named.length).toBe(3);
    expect(names.slice(0, named.length)).toEqual(named);
  });

  it('the exact word before what only sounds like it', async ({ shop }) => {
    const [first] = await searchProducts(shop, 'plum', 36);
    expect(first?.color).toBe('Plum');
  });

  it('the beginning of a word is enough while one is typing', async ({ shop }) => {
    expect(await find(shop, 'gul')).toContain('TB-SAR-001');
    expect(await find(shop, 'kanji')).toContain('TB-SAR-002');
  });

  it('answers at most as many as asked for, the best ones', async ({ shop }) => {
    const all = await find(shop, 'silk');
    expect(await findMatches(shop, 'silk', 4)).toEqual(all.slice(0, 4));
  });

  it('the pieces come in the order of the matches', async ({ shop }) => {
    const found = await searchProducts(shop, 'silk', 36);
    expect(found.map(({ proId }) => proId)).toEqual(await find(shop, 'silk'));
  });

  it('a piece that is put away is not found', async ({ shop }) => {
    await shop.db.execute("update products set published = false where id = 'TB-SAR-002'");
    expect(await find(shop, 'kanjivaram saree')).not.toContain('TB-SAR-002');
  });
});

describe('nothing, and nothing good [S-API-15]', () => {
  it.for(['xqzwvk', 'bicycle pump', '🙂', '12345678', '   ', '', 'the of and'])(
    '%j finds nothing',
    async (text, { shop }) => {
      expect(await find(shop, text)).toEqual([]);
    },
  );

  it.for([
    ...String.raw`' '' \ \' :* silk:* & | ! <-> % _ ~ ~bnrs:*`.split(' '),
    'a & | b',
    "'); drop table products; --",
    '\u0000',
    'silk\u0000saree',
    '\ud800',
    '( ( (',
    'é'.normalize('NFD').repeat(50),
    'silk '.repeat(20_000),
    'x'.repeat(100_000),
    'क्'.repeat(50_000),
  ])('%$: hostile text gives no error', async (text, { shop }) => {
    expect(Array.isArray(await find(shop, text))).toBe(true);
  });

  it('no text at all gives an error', async ({ shop }) => {
    const signs = fc.constantFrom(
      ...`'"\\:*&|!()<>-~%_ \u0000\u200d`,
      'क',
      '्',
      '़',
      'silk',
      'é',
      '\ud800',
      '9',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(signs).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(Array.isArray(await find(shop, text))).toBe(true);
      }),
      { seed: 15, numRuns: 150 },
    );
  });
});
