import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../foundation/database/database.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { type IntegrityRule, integrityRules } from './integrity-rules.server.ts';

const Counts = z.object({
  orders: z.coerce.number(),
  payments: z.coerce.number(),
  receipts: z.coerce.number(),
  refunds: z.coerce.number(),
  customers: z.coerce.number(),
  pieces: z.coerce.number(),
  unitsOnHand: z.coerce.number(),
});

const Difference = z.object({ difference: z.string() });

type IntegrityQuery = (statement: string) => Promise<{ rows: unknown[] }>;

/** A violation of a rule. An example is `TB-STO-001: 39 on hand, 38 by its movements`. */
type Difference = z.infer<typeof Difference> & { rule: IntegrityRule };

/** Number of differences that are read at a time, to limit memory use. */
const batchSize = 500;

/** Counts the rows that must not be lost. Works with every version of the schema, because backups can be old. */
export async function countRows(query: IntegrityQuery): Promise<Record<string, number>> {
  const { rows } = await query(`select (select count(*) from orders) as orders,
    (select count(*) from payments) as payments, (select count(*) from receipts) as receipts,
    (select count(*) from refunds) as refunds, (select count(*) from customers) as customers,
    (select count(*) from products) as pieces, (select coalesce(sum(on_hand), 0) from stock_levels) as "unitsOnHand"`);
  return Counts.parse(rows[0]);
}

/**
 * Checks every rule on one snapshot of the database. Changes no data. Calls `report` for each difference. Returns the counts of
 * the checked rows.
 */
export function checkIntegrity(
  db: Database,
  report: (difference: Difference) => void,
): Promise<Record<string, number>> {
  return db.transaction(
    async (tx) => {
      const query = async (statement: string) => ({
        rows: readRows(z.unknown(), await tx.execute(sql.raw(statement))),
      });
      // Remove the statement timeout of requests: statements over all orders take longer.
      await query('set local statement_timeout = 0');
      for (const rule of integrityRules) await checkRule(query, rule, report);
      return countRows(query);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function checkRule(
  query: IntegrityQuery,
  rule: IntegrityRule,
  report: (difference: Difference) => void,
): Promise<void> {
  await query(`declare differences no scroll cursor for ${rule.statement}`);
  for (let isComplete = false; !isComplete; ) {
    const { rows } = await query(`fetch ${batchSize} from differences`);
    for (const { difference } of z.array(Difference).parse(rows)) report({ rule, difference });
    isComplete = rows.length < batchSize;
  }
  await query('close differences');
}
