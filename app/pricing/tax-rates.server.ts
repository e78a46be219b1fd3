import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Shop } from '../foundation/shop.server.ts';
import { taxRates } from './tables.server.ts';
import type { TaxRate } from './tax.ts';

/** Schema of a tax rate that was read with {@link taxRatesJson}. */
export const TaxRateRow = z.object({
  hsnPrefix: z.string(),
  rate: z.number(),
  abovePaise: z.number().nullable(),
  upToPaise: z.number().nullable(),
  from: z.string(),
}) satisfies z.ZodType<TaxRate>;

/** SQL for a JSON array of at most 500 tax rates. The query of the cart includes it as a column, to save a round trip. */
export const taxRatesJson = sql`(select coalesce(json_agg(listed), '[]'::json) from (select hsn_prefix as "hsnPrefix", rate,
  above_paise as "abovePaise", up_to_paise as "upToPaise", "from" from ${taxRates} limit 500) listed)`;

/** Lists at most 500 tax rates, by prefix and first day. India has a few dozen rates. */
export async function listTaxRates(shop: Shop): Promise<TaxRate[]> {
  return shop.db
    .select({
      hsnPrefix: taxRates.hsnPrefix,
      rate: taxRates.rate,
      abovePaise: taxRates.abovePaise,
      upToPaise: taxRates.upToPaise,
      from: taxRates.from,
    })
    .from(taxRates)
    .orderBy(asc(taxRates.hsnPrefix), asc(taxRates.from))
    .limit(500);
}

/** Inserts tax rates. Does not change a stored tax rate with the same prefix, first day and rate. */
export async function saveTaxRates(shop: Shop, rows: readonly (TaxRate & { note: string })[]): Promise<void> {
  if (rows.length === 0) return;
  await shop.db
    .insert(taxRates)
    .values([...rows])
    .onConflictDoNothing();
}
