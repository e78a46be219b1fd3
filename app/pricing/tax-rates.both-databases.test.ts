import { describe, expect } from 'vitest';
import { taxRates as seeded } from '../../seeds/tax-rates.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listTaxRates, saveTaxRates } from './tax-rates.server.ts';

describe('the tax rates', () => {
  it('lists tax rates with their HSN prefix, rate, value limits and first day', async ({ shop }) => {
    const listed = await listTaxRates(shop);
    expect(listed).toHaveLength(seeded.length);
    for (const { note: _, ...row } of seeded) expect(listed).toContainEqual(row);
  });

  it('does not change an existing tax rate when the same rate is saved again', async ({ shop }) => {
    const [row] = seeded;
    if (!row) throw new Error('no tax rate is seeded');
    await saveTaxRates(shop, []);
    await saveTaxRates(shop, [{ ...row, upToPaise: 1 }]);
    const { note: _, ...before } = row;
    expect(await listTaxRates(shop)).toContainEqual(before);
    expect(await listTaxRates(shop)).toHaveLength(seeded.length);
  });

  it('keeps the old tax rate when a rate with a later first day is added', async ({ shop }) => {
    const later = { hsnPrefix: '61', rate: 1200, abovePaise: null, upToPaise: null, from: '2027-04-01' };
    await saveTaxRates(shop, [{ ...later, note: 'a new law' }]);
    const clothing = (await listTaxRates(shop)).filter(({ hsnPrefix }) => hsnPrefix === '61');
    expect(clothing).toHaveLength(3);
    expect(clothing.at(-1)).toEqual(later);
  });
});
