import { z } from 'zod';

const Counts = z.object({
  orders: z.coerce.number(),
  payments: z.coerce.number(),
  receipts: z.coerce.number(),
  refunds: z.coerce.number(),
  customers: z.coerce.number(),
  pieces: z.coerce.number(),
  unitsOnHand: z.coerce.number(),
});

const Mismatches = z.object({ stockMismatches: z.coerce.number(), refundMismatches: z.coerce.number() });

type IntegrityQuery = (statement: string) => Promise<{ rows: unknown[] }>;

/** Counts the rows that must not be lost. Works on all versions of the schema, so on old backups too. */
export async function countRows(query: IntegrityQuery): Promise<Record<string, number>> {
  const { rows } = await query(`select (select count(*) from orders) as orders,
    (select count(*) from payments) as payments, (select count(*) from receipts) as receipts,
    (select count(*) from refunds) as refunds, (select count(*) from customers) as customers,
    (select count(*) from products) as pieces, (select coalesce(sum(on_hand), 0) from stock_levels) as "unitsOnHand"`);
  return Counts.parse(rows[0]);
}

/** Returns a sentence for each kind of mismatch: stock levels against movements and holds, receipts against refunds. */
export async function checkIntegrity(query: IntegrityQuery): Promise<string[]> {
  const { rows } = await query(`select
    (select count(*) from stock_levels s where
      s.on_hand <> (select coalesce(sum(m.change), 0) from stock_movements m where m.variant_id = s.variant_id)
      or s.held <> (select coalesce(sum(h.count), 0) from holds h where h.variant_id = s.variant_id)) as "stockMismatches",
    (select count(*) from receipts r where r.amount_paise <
      (select coalesce(sum(f.amount_paise), 0) from refunds f where f.receipt_id = r.id)) as "refundMismatches"`);
  const { stockMismatches, refundMismatches } = Mismatches.parse(rows[0]);
  return [
    ...(stockMismatches === 0
      ? []
      : [`${stockMismatches} pieces are not on the shelf as their movements and holds say`]),
    ...(refundMismatches === 0 ? [] : [`${refundMismatches} payments have given back more than they took`]),
  ];
}
