import { describe, expect, it } from 'vitest';
import { countries } from '../foundation/address/countries.ts';
import { orderByMessagePath } from './abroad-note.tsx';
import { abroadText } from './abroad-text.ts';

describe('the sentence about orders from abroad', () => {
  it('names the countries that the checkout accepts, if not all [S-GEN-13 S-CHK-06]', () => {
    expect(abroadText(countries.map(({ name }) => name))).toBe('');
    expect(abroadText()).toMatch(/^Our checkout accepts addresses in India only\. .* order by message/);
    expect(abroadText(['India', 'Canada'])).toContain('addresses in India and Canada only');
  });
});

describe('the link to a message about products', () => {
  it('contains each product with its quantity and size, if any', () => {
    const products = [
      { proId: 'TB-SAR-005', quantity: 2, size: null },
      { proId: 'TB-SUT-002', quantity: 1, size: 'TB SUT,M' },
    ];
    expect(orderByMessagePath(products)).toBe('/reach-us?pieces=TB-SAR-005:2,TB-SUT-002:1:TB%20SUT%2CM');
    expect(orderByMessagePath([])).toBe('/reach-us');
  });
});
