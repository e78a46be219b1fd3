import { expect } from 'vitest';
import { taxRates as seeded } from '../../seeds/tax-rates.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listTaxRates, saveTaxRates } from './tax-rates.server.ts';

it('stores all fields of the tax rates, and keeps earlier rates when a later rate is stored', async ({
  shop,
}) => {
  const rows = seeded.map(({ note: _, ...row }) => row);
  await saveTaxRates(shop, []);
  await saveTaxRates(
    shop,
    seeded.slice(0, 1).map((row) => ({ ...row, upToPaise: 1 })),
  );
  const later = { hsnPrefix: '61', rate: 1200, abovePaise: null, upToPaise: null, from: '2027-04-01' };
  await saveTaxRates(shop, [{ ...later, note: 'a new law' }]);
  const listed = await listTaxRates(shop);
  expect(listed).toHaveLength(seeded.length + 1);
  expect(listed).toEqual(expect.arrayContaining([...rows, later]));
  expect(listed.filter(({ hsnPrefix }) => hsnPrefix === '61').at(-1)).toEqual(later);
});
