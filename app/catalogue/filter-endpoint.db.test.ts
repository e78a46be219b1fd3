import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, problemOf, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Product } from './contract.ts';

const filter = (app: App, query: string) => app.request(`/api/product/filter?${query}`);

const filtered = async (app: App, query: string) =>
  (await readAs(z.array(Product), filter(app, query))).map(({ proId }) => proId).toSorted();

const error = (app: App, query: string) => problemOf(filter(app, query));

const many = (count: number) => Array.from({ length: count }, (_, number) => `c${number}`);
const availability = '“In stock” or “Out of stock”, please.';

const sarees = (...numbers: string[]) => numbers.map((number) => `TB-SAR-${number}`);
const stoles = ['TB-STO-001', 'TB-STO-002', 'TB-STO-003', 'TB-STO-004'];
const soldOutSet = 'TB-COR-004';
const crafts = 'craft=Kanjivaram,Chanderi';
const repeated = 'craft=Kanjivaram&craft=Chanderi';
const withComma = 'craft=Kanjivaram,%20Chanderi&craft=Ilkal';

describe('product/filter', () => {
  it.for([
    ['a category alone matches all its products [S-FILT-01 S-FILT-03 S-API-13]', 'Stoles', stoles],
    [
      'one of comma-separated values must match [S-FILT-02 S-FILT-07]',
      `Sarees&${crafts}`,
      sarees('002', '003'),
    ],
    ['one of repeated values must match [S-FILT-02 Q-100]', `Sarees&${repeated}`, sarees('002', '003')],
    [
      'a comma in a repeated value belongs to the value [S-FILT-02 Q-100]',
      `Sarees&${withComma}`,
      sarees('008'),
    ],
    ['values are trimmed [S-FILT-10]', 'Sarees&craft=%20Kanjivaram%20,,%20', sarees('002')],
    ['empty values are ignored [S-FILT-10]', 'Stoles&craft=&color=,', stoles],
    ...['%25', '_', '.*', '%5C', "'"].map(
      (value) => [`${value} is not a wildcard [S-FILT-06]`, `Sarees&craft=${value}`, []] as const,
    ),
    [
      'the availability “Out of stock” selects sold-out products [S-FILT-17 Q-105]',
      'CoOrdSets&availability=Out%20of%20stock',
      [soldOutSet],
    ],
    [
      'the availability may be written “out-of-stock” [S-FILT-17 Q-105]',
      'Sarees&availability=out-of-stock',
      sarees('009'),
    ],
    ['a price in the query is ignored [S-FILT-03]', 'Stoles&price=under-500', stoles],
  ] as const)('%s: catName=%s returns %j', async ([, query, ids], { app }) => {
    expect(await filtered(app, `catName=${query}`)).toEqual(ids);
  });

  it('accepts a category by name or slug, and rejects unknown categories [S-FILT-02]', async ({ app }) => {
    expect(await filtered(app, 'catName=Co-Ord%20Sets')).toEqual(await filtered(app, 'catName=coordsets'));
    expect(await error(app, 'catName=Turbans')).toMatchObject({ status: 404, title: 'no-such-category' });
  });

  it('returns the products in stock, or all products if both availabilities are chosen [S-FILT-17 Q-105]', async ({
    app,
  }) => {
    const count = async (value: string) =>
      (await filtered(app, `catName=CoOrdSets&availability=${value}`)).length;
    for (const value of ['In%20stock', 'in-stock', 'instock', 'In%20Stock'])
      expect(await count(value)).toBe(5);
    expect(await count('in-stock,out-of-stock')).toBe(6);
  });

  it.for([
    ['color=Red', 'catName', 'Which category, please?'],
    ...['catName=', 'catName=%20', 'catName=a&catName=b'].map((query) => [query, 'catName'] as const),
    [`catName=Sarees&color=${'a'.repeat(1001)}`, 'color'],
    ...[many(31).join(','), many(31).join('&color=')].map(
      (values) => [`catName=Sarees&color=${values}`, 'color', 'At most 30 at a time, please.'] as const,
    ),
    ...['banana', 'in-stock,banana', 'stock'].map(
      (value) => [`catName=Sarees&availability=${value}`, 'availability', availability] as const,
    ),
  ])(
    'rejects %s with an error of the field %s [S-FILT-02 S-FILT-17 S-API-13 Q-105]',
    async ([query, field, message], { app }) => {
      const expected = [message ? { field, message } : { field }];
      expect(await error(app, query)).toMatchObject({ status: 400, errors: expected });
    },
  );

  it('counts a repeated value once towards the limit of 30, ignoring case [S-FILT-02]', async ({ app }) => {
    const values = [...many(28), 'Red', 'red', ' RED ', 'Ivory', 'red'].join(',');
    expect(await filtered(app, `catName=Sarees&color=${values}`)).toContain('TB-SAR-001');
  });
});
