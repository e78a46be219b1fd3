import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, problemOf, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Product } from './contract.ts';

const filter = (app: App, query: string) => app.request(`/api/product/filter?${query}`);

const filtered = async (app: App, query: string) =>
  (await readAs(z.array(Product), filter(app, query))).map(({ proId }) => proId).toSorted();

const error = (app: App, query: string) => problemOf(filter(app, query));

const sarees = (...numbers: string[]) => numbers.map((number) => `TB-SAR-${number}`);
const stoles = ['TB-STO-001', 'TB-STO-002', 'TB-STO-003', 'TB-STO-004'];
const soldOutSet = 'TB-COR-004';

describe('product/filter', () => {
  it.for([
    ['a category alone matches all its products [S-FILT-01 S-FILT-03 S-API-13]', 'catName=Stoles', stoles],
    [
      'one of comma-separated values must match [S-FILT-02 S-FILT-07]',
      'catName=Sarees&craft=Kanjivaram,Chanderi',
      sarees('002', '003'),
    ],
    [
      'one of repeated values must match [S-FILT-02 Q-100]',
      'catName=Sarees&craft=Kanjivaram&craft=Chanderi',
      sarees('002', '003'),
    ],
    [
      'a comma in a repeated value belongs to it [S-FILT-02 Q-100]',
      'catName=Sarees&craft=Kanjivaram,%20Chanderi&craft=Ilkal',
      sarees('008'),
    ],
    ['values are trimmed [S-FILT-10]', 'catName=Sarees&craft=%20Kanjivaram%20,,%20', sarees('002')],
    ['empty values are ignored [S-FILT-10]', 'catName=Stoles&craft=&color=,', stoles],
    ['the case is ignored [S-FILT-06]', 'catName=Sarees&craft=kAnJiVaRaM', sarees('002')],
    [
      'a part of a fabric’s name matches [S-FILT-06 Q-103]',
      'catName=Stoles&fabric=silk',
      ['TB-STO-003', 'TB-STO-004'],
    ],
    ['a part of a colour’s name matches [S-FILT-06 Q-103]', 'catName=Dupattas&color=ivory', ['TB-DUP-003']],
    ...['%25', '_', '.*', '%5C', "'"].map(
      (value) => [`${value} is not a wildcard [S-FILT-06]`, `catName=Sarees&craft=${value}`, []] as const,
    ),
    ['a colour matches by its name [S-FILT-12]', 'catName=Sarees&color=Lac%20red', sarees('001')],
    ['a colour matches by its family [S-FILT-12]', 'catName=Sarees&color=Red', sarees('001', '006', '012')],
    ['a type matches [S-FILT-14 Q-104]', 'catName=Sarees&type=Patola', sarees('006')],
    ['a pattern matches [S-FILT-16 Q-104]', 'catName=Suits&pattern=Ringed%20dots', ['TB-SUT-003']],
    [
      'sold-out products match [S-FILT-17 Q-105]',
      'catName=CoOrdSets&availability=Out%20of%20stock',
      [soldOutSet],
    ],
    [
      'sold-out products match, with hyphens [S-FILT-17 Q-105]',
      'catName=Sarees&availability=out-of-stock',
      sarees('009'),
    ],
    ['a price in the query is ignored [S-FILT-03]', 'catName=Stoles&price=under-500', stoles],
  ] as const)('%s: %s returns %j', async ([, query, ids], { app }) => {
    expect(await filtered(app, query)).toEqual(ids);
  });

  it('accepts the category’s name and its slug [S-FILT-02]', async ({ app }) => {
    expect(await filtered(app, 'catName=Co-Ord%20Sets')).toEqual(await filtered(app, 'catName=coordsets'));
  });

  it.for(['In%20stock', 'in-stock', 'instock', 'In%20Stock'])(
    'availability=%s excludes sold-out products [S-FILT-17 Q-105]',
    async (value, { app }) => {
      const inStock = await filtered(app, `catName=CoOrdSets&availability=${value}`);
      expect(inStock).toHaveLength(5);
      expect(inStock).not.toContain(soldOutSet);
    },
  );

  it('returns all products if both availabilities are chosen [S-FILT-17 S-FILT-07]', async ({ app }) => {
    expect(await filtered(app, 'catName=CoOrdSets&availability=in-stock,out-of-stock')).toHaveLength(6);
  });

  it('responds with an error that names the missing category [S-FILT-02]', async ({ app }) => {
    const { status, errors } = await error(app, 'color=Red');
    expect(status).toBe(400);
    expect(errors).toEqual([{ field: 'catName', message: 'Which category, please?' }]);
  });

  it.for(['catName=', 'catName=%20', 'catName=a&catName=b'])('rejects %s', async (query, { app }) => {
    expect(await error(app, query)).toMatchObject({ status: 400, errors: [{ field: 'catName' }] });
  });

  it('responds 404 for an unknown category [S-FILT-02]', async ({ app }) => {
    expect(await error(app, 'catName=Turbans')).toMatchObject({ status: 404, title: 'no-such-category' });
  });

  it('rejects a value of more than 1,000 characters [S-FILT-02]', async ({ app }) => {
    const problem = await error(app, `catName=Sarees&color=${'a'.repeat(1001)}`);
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'color' }] });
  });

  const many = (count: number) => Array.from({ length: count }, (_, number) => `c${number}`);

  it.for([many(31).join(','), many(31).join('&color=')])(
    'rejects 31 values of one parameter: %s [S-FILT-02 S-API-13]',
    async (values, { app }) => {
      expect(await error(app, `catName=Sarees&color=${values}`)).toMatchObject({
        status: 400,
        errors: [{ field: 'color', message: 'At most 30 at a time, please.' }],
      });
    },
  );

  it('counts a value once if it is repeated, ignoring case [S-FILT-02]', async ({ app }) => {
    const values = [...many(28), 'Red', 'red', ' RED ', 'Ivory', 'red'].join(',');
    expect(await filtered(app, `catName=Sarees&color=${values}`)).toContain('TB-SAR-001');
  });

  it.for(['banana', 'in-stock,banana', 'stock'])(
    'rejects availability=%s with an error that names the field [S-FILT-17 Q-105]',
    async (value, { app }) => {
      expect(await error(app, `catName=Sarees&availability=${value}`)).toMatchObject({
        status: 400,
        errors: [{ field: 'availability', message: '“In stock” or “Out of stock”, please.' }],
      });
    },
  );
});
