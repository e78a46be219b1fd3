import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** The tax office's list, as `TaxRate` in tax.ts describes it: rows with a first day, never code. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    hsnPrefix: text().notNull(),
    rate: integer().notNull(),
    abovePaise: bigint({ mode: 'number' }),
    upToPaise: bigint({ mode: 'number' }),
    from: date().notNull(),
    /** Where it stands: the notification's number. */
    note: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('tax_rates_once').on(table.hsnPrefix, table.from, table.rate),
    check('tax_rates_rate', sql`${table.rate} between 0 and 10000`),
    check('tax_rates_prefix', sql`${table.hsnPrefix} ~ '^[0-9]{2,8}$'`),
  ],
);
