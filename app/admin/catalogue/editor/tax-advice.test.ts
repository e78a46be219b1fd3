import { describe, expect, it } from 'vitest';
import { taxRates } from '../../../../seeds/tax-rates.ts';
import { taxAdvice } from './tax-advice.ts';

const advice = (hsn: string, price: number | undefined) => taxAdvice({ hsn, price }, taxRates, '2026-11-21');

describe('the tax advice under the field for the price', () => {
  it.for([
    ['6211', 2625, '5 %'],
    ['6211', 2951, '18 %'],
    ['5007', 24_800, '5 %'],
  ] as const)('for HSN %s says that ₹%d includes %s GST [N-14]', ([hsn, price, rate]) => {
    const found = advice(hsn, price);
    expect(found).toMatchObject({ isWarning: false, offers: [] });
    expect(found?.text).toContain(`${rate} GST is included`);
  });

  it.for([2625.01, 2626, 2800, 2950])(
    'suggests ₹2,625 or ₹2,951 instead of ₹%d, whose GST rate is uncertain [N-14]',
    (price) => {
      expect(advice('6211', price)).toMatchObject({ isWarning: true, offers: [2625, 2951] });
    },
  );

  it('warns that the HSN is missing or unknown, and is empty if there is no price', () => {
    expect(advice('', 2000)?.text).toMatch(/without an HSN/);
    expect(advice('9999', 2000)?.text).toMatch(/No tax rate is stored for HSN 9999/);
    expect(advice('5007', undefined)).toBeUndefined();
  });
});
