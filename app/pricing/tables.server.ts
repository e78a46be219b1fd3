import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** GST rates by HSN prefix and first day of validity. `TaxRate` in tax.ts describes the fields. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    hsnPrefix: text().notNull(),
    rate: integer().notNull(),
    abovePaise: bigint({ mode: 'number' }),
    upToPaise: bigint({ mode: 'number' }),
    from: date().notNull(),
    /** The number of the government notification that sets the rate. */
    note: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('tax_rates_once').on(table.hsnPrefix, table.from, table.rate),
    check('tax_rates_rate', sql`${table.rate} between 0 and 10000`),
    check('tax_rates_prefix', sql`${table.hsnPrefix} ~ '^[0-9]{2,8}$'`),
  ],
);
