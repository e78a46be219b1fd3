import { countries } from '../foundation/address/countries.ts';

/** Countries that the checkout delivers to. Customers in other countries order by message. */
export const deliveryCountries: readonly string[] = ['India'];

/** Returns the sentence about orders from other countries. Empty if the checkout takes every country of {@link countries}. */
export function abroadText(allowed: readonly string[] = deliveryCountries): string {
  if (countries.every(({ name }) => allowed.includes(name))) return '';
  const names = new Intl.ListFormat('en-IN').format(allowed);
  return `The checkout takes addresses in ${names} only. From another country, please order by message: we tell you how we can send your pieces and what the shipping costs, before you pay.`;
}
