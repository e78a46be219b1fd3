import type { TaxRate } from '../app/pricing/tax.ts';

/**
 * The rates of the Indian goods and services tax (GST) for textiles. An accountant should confirm them. The owner can add rates,
 * which apply from their first day on.
 */
const clothing = ['61', '62', '63'];
const cloth = ['50', '51', '52', '53', '54', '55', '58', '60'];
const note = 'Notification 9/2025-Central Tax (Rate), 17 September 2025';

export const taxRates: (TaxRate & { note: string })[] = [
  ...cloth.map((hsnPrefix) => ({
    hsnPrefix,
    rate: 500,
    abovePaise: null,
    upToPaise: null,
    from: '2017-07-01',
    note: 'Woven fabric, sarees included, at any price',
  })),
  ...clothing.flatMap((hsnPrefix) => [
    { hsnPrefix, rate: 500, abovePaise: null, upToPaise: 250_000, from: '2025-09-22', note },
    { hsnPrefix, rate: 1800, abovePaise: 250_000, upToPaise: null, from: '2025-09-22', note },
  ]),
];
