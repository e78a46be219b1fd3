import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, problemOf, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Product } from './contract.ts';

const filter = (app: App, query: string) => app.request(`/api/product/filter?${query}`);

const filtered = async (app: App, query: string) =>
  (await readAs(z.array(Product), filter(app, query))).map(({ proId }) => proId).toSorted();

const error = (app: App, query: string) => problemOf(filter(app, query));

describe('product/filter', () => {
  it('a category alone answers all its pieces [S-FILT-01 S-FILT-03 S-API-13]', async ({ app }) => {
    expect(await filtered(app, 'catName=Stoles')).toEqual([
      'TB-STO-001',
      'TB-STO-002',
      'TB-STO-003',
      'TB-STO-004',
    ]);
  });

  it('takes the category by its name or its address [S-FILT-02]', async ({ app }) => {
    expect(await filtered(app, 'catName=Co-Ord%20Sets')).toEqual(await filtered(app, 'catName=coordsets'));
  });

  it('comma-joined values: either fits [S-FILT-02 S-FILT-07]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&craft=Kanjivaram,Chanderi')).toEqual([
      'TB-SAR-002',
      'TB-SAR-003',
    ]);
  });

  it('repeated values mean what comma-joined ones mean [S-FILT-02 Q-100]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&craft=Kanjivaram&craft=Chanderi')).toEqual(
      await filtered(app, 'catName=Sarees&craft=Kanjivaram,Chanderi'),
    );
  });

  it('a repeated value keeps its comma [S-FILT-02 Q-100]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&craft=Kanjivaram,%20Chanderi&craft=Ilkal')).toEqual([
      'TB-SAR-008',
    ]);
  });

  it('values are trimmed, and empty ones ask for nothing [S-FILT-10]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&craft=%20Kanjivaram%20,,%20')).toEqual(['TB-SAR-002']);
    expect(await filtered(app, 'catName=Stoles&craft=&color=,')).toHaveLength(4);
  });

  it('matches whatever the case [S-FILT-06]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&craft=kAnJiVaRaM')).toEqual(['TB-SAR-002']);
  });

  it('matches what contains the value [S-FILT-06 Q-103]', async ({ app }) => {
    expect(await filtered(app, 'catName=Stoles&fabric=silk')).toEqual(['TB-STO-003', 'TB-STO-004']);
    expect(await filtered(app, 'catName=Dupattas&color=ivory')).toEqual(['TB-DUP-003']);
  });

  it.for(['%25', '_', '.*', '%5C', "'"])('%s is no wildcard [S-FILT-06]', async (value, { app }) => {
    expect(await filtered(app, `catName=Sarees&craft=${value}`)).toEqual([]);
  });

  it('all fields must fit [S-FILT-08]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&fabric=Zari&craft=Banarasi')).toEqual([
      'TB-SAR-001',
      'TB-SAR-011',
    ]);
    expect(await filtered(app, 'catName=Sarees&fabric=Zari&craft=Banarasi&color=Indigo')).toEqual([
      'TB-SAR-011',
    ]);
    expect(await filtered(app, 'catName=Sarees&fabric=Linen&craft=Banarasi')).toEqual([]);
  });

  it('a colour is asked for by its name or by its family [S-FILT-12]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&color=Lac%20red')).toEqual(['TB-SAR-001']);
    expect(await filtered(app, 'catName=Sarees&color=Red')).toEqual([
      'TB-SAR-001',
      'TB-SAR-006',
      'TB-SAR-012',
    ]);
  });

  it('type and pattern [S-FILT-14 S-FILT-16 Q-104]', async ({ app }) => {
    expect(await filtered(app, 'catName=Sarees&type=Patola')).toEqual(['TB-SAR-006']);
    expect(await filtered(app, 'catName=Suits&pattern=Ringed%20dots')).toEqual(['TB-SUT-003']);
  });

  it.for(['In%20stock', 'in-stock', 'instock', 'In%20Stock'])(
    'availability=%s leaves out what is sold out [S-FILT-17 Q-105]',
    async (value, { app }) => {
      const inStock = await filtered(app, `catName=CoOrdSets&availability=${value}`);
      expect(inStock).toHaveLength(5);
      expect(inStock).not.toContain('TB-COR-004');
    },
  );

  it('availability=Out of stock leaves only what is sold out [S-FILT-17 Q-105]', async ({ app }) => {
    expect(await filtered(app, 'catName=CoOrdSets&availability=Out%20of%20stock')).toEqual(['TB-COR-004']);
    expect(await filtered(app, 'catName=Sarees&availability=out-of-stock')).toEqual(['TB-SAR-009']);
  });

  it('both availabilities together leave all [S-FILT-17 S-FILT-07]', async ({ app }) => {
    expect(await filtered(app, 'catName=CoOrdSets&availability=in-stock,out-of-stock')).toHaveLength(6);
  });

  it('a price in the query is not looked at [S-FILT-03]', async ({ app }) => {
    expect(await filtered(app, 'catName=Stoles&price=under-500')).toHaveLength(4);
  });

  it('a missing category is asked for in words [S-FILT-02]', async ({ app }) => {
    const { status, errors } = await error(app, 'color=Red');
    expect(status).toBe(400);
    expect(errors).toEqual([{ field: 'catName', message: 'Which category, please?' }]);
  });

  it.for(['catName=', 'catName=%20', 'catName=a&catName=b'])(
    'refuses %s [S-FILT-02]',
    async (query, { app }) => {
      expect(await error(app, query)).toMatchObject({ status: 400, errors: [{ field: 'catName' }] });
    },
  );

  it('knows no unknown category [S-FILT-02]', async ({ app }) => {
    expect(await error(app, 'catName=Turbans')).toMatchObject({ status: 404, title: 'no-such-category' });
  });

  it('refuses more text than a filter can mean [S-FILT-02]', async ({ app }) => {
    const problem = await error(app, `catName=Sarees&color=${'a'.repeat(1001)}`);
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'color' }] });
  });

  const many = (count: number) => Array.from({ length: count }, (_, number) => `c${number}`);

  it.for([many(31).join(','), many(31).join('&color=')])(
    'refuses 31 values of one parameter: %s [S-FILT-02 S-API-13]',
    async (values, { app }) => {
      expect(await error(app, `catName=Sarees&color=${values}`)).toMatchObject({
        status: 400,
        errors: [{ field: 'color', message: 'At most 30 at a time, please.' }],
      });
    },
  );

  it('a value counts once, however often and in whatever case it comes [S-FILT-02]', async ({ app }) => {
    const values = [...many(28), 'Red', 'red', ' RED ', 'Ivory', 'red'].join(',');
    expect(await filtered(app, `catName=Sarees&color=${values}`)).toContain('TB-SAR-001');
  });

  it.for(['banana', 'in-stock,banana', 'stock'])(
    'refuses availability=%s, and says which field it is [S-FILT-17 Q-105]',
    async (value, { app }) => {
      expect(await error(app, `catName=Sarees&availability=${value}`)).toMatchObject({
        status: 400,
        errors: [{ field: 'availability', message: '“In stock” or “Out of stock”, please.' }],
      });
    },
  );
});
