import { countries, india } from '../foundation/address/countries.ts';

/** Countries that the checkout delivers to. Customers in other countries order by message. */
export const deliveryCountries: readonly string[] = [india.name];

/**
 * Returns the sentence about orders from other countries. Returns an empty text if the checkout accepts every country of {@link
 * countries}.
 */
export function abroadText(allowed: readonly string[] = deliveryCountries): string {
  if (countries.every(({ name }) => allowed.includes(name))) return '';
  const names = new Intl.ListFormat('en-IN').format(allowed);
  return `Our checkout accepts addresses in ${names} only. If you are in another country, please order by message: before you pay, we will tell you how we can send your pieces and what shipping will cost.`;
}
