import { linePaise } from './rules.ts';
import { taxWithin } from './supply.ts';

/**
 * A GST rate for goods with an HSN prefix, with its first day of validity. It can apply only to values up to a limit, or only to
 * values above a limit.
 */
export type TaxRate = {
  hsnPrefix: string;
  /** The tax rate in hundredths of a percent: 500 is 5 %. */
  rate: number;
  /** The rate applies only if one unit's value without tax exceeds this amount in paise. Null: no lower limit. */
  abovePaise: number | null;
  /** The rate applies only if one unit's value without tax is at most this amount in paise. Null: no upper limit. */
  upToPaise: number | null;
  /** The first day of validity in India, such as `2025-09-22`. */
  from: string;
};

type TaxPortion = {
  rate: number;
  taxablePaise: number;
  taxPaise: number;
  /**
   * False if no rate fits the value without tax. Example: clothing is taxed at 5 % up to a value of ₹2,500, and at 18 % above it.
   * At a price from ₹2,625.01 to ₹2,950.00, the value exceeds ₹2,500 if it is computed with 5 %, but not with 18 %. Then the
   * higher rate is used, and the owner is warned.
   */
  certain: boolean;
};

/**
 * Returns the tax that a price includes on a day in India, such as `2026-11-21`. Returns undefined if no rate covers the HSN.
 * Thresholds apply to the value of one unit, not to the value of the line.
 */
export function taxPortion(
  { hsn, pricePaise }: { hsn: string | null; pricePaise: number },
  rates: readonly TaxRate[],
  day: string,
): TaxPortion | undefined {
  const portions = rowsFor(hsn ?? '', rates, day).map((row) => {
    const taxPaise = taxWithin(pricePaise, row.rate);
    return { row, taxPaise, taxablePaise: pricePaise - taxPaise };
  });
  const agreeing = portions.find(({ row, taxablePaise }) => holdsFor(row, taxablePaise));
  const chosen = agreeing ?? portions.toSorted((a, b) => b.row.rate - a.row.rate)[0];
  if (!chosen) return undefined;
  const { row, taxablePaise, taxPaise } = chosen;
  return { rate: row.rate, taxablePaise, taxPaise, certain: agreeing !== undefined };
}

/**
 * Returns the tax rate of an order line and the tax that its price includes, as stored with the order. The rate depends on the
 * price of one unit. The tax is calculated for the whole line, as on an invoice with IGST. CGST and SGST are rounded separately,
 * so an invoice with them can differ by a paisa. If no rate covers the HSN, the rate is null and the tax is 0.
 */
export function lineTax(
  { hsn, pricePaise, quantity }: { hsn: string | null; pricePaise: number; quantity: number },
  rates: readonly TaxRate[],
  day: string,
): { taxRate: number | null; taxPaise: number } {
  const portion = taxPortion({ hsn, pricePaise }, rates, day);
  if (!portion) return { taxRate: null, taxPaise: 0 };
  return { taxRate: portion.rate, taxPaise: taxWithin(linePaise({ pricePaise, quantity }), portion.rate) };
}

/** A line whose price includes tax. `taxRate` is in hundredths of a percent, or null if the rate is unknown. */
type RatedLine = { pricePaise: number; quantity: number; taxRate: number | null };

/**
 * Returns the line whose tax rate and HSN code apply to the delivery charge: the line with the highest amount. Goods and delivery
 * are a composite supply, which is taxed like its principal part. Of several lines with this amount, returns the line with the
 * highest tax rate.
 */
export function principalOf<Line extends RatedLine>(lines: readonly Line[]): Line | undefined {
  return lines.toSorted((a, b) => linePaise(b) - linePaise(a) || (b.taxRate ?? 0) - (a.taxRate ?? 0))[0];
}

/**
 * Returns the tax in the prices of the lines and of their delivery, as on an invoice with IGST. Each line is rounded separately.
 * Returns undefined if the rate of a line is unknown, or if there are no lines.
 */
export function includedTaxPaise(lines: readonly RatedLine[], shippingPaise: number): number | undefined {
  let sum = 0;
  const delivery = { pricePaise: shippingPaise, quantity: 1, taxRate: principalOf(lines)?.taxRate ?? null };
  for (const line of [...lines, delivery]) {
    if (line.taxRate === null) return undefined;
    sum += taxWithin(linePaise(line), line.taxRate);
  }
  return sum;
}

function holdsFor({ abovePaise, upToPaise }: TaxRate, taxablePaise: number): boolean {
  return (
    (abovePaise === null || taxablePaise > abovePaise) && (upToPaise === null || taxablePaise <= upToPaise)
  );
}

/**
 * Considers only rates that are valid from `day` or earlier. Of these, returns the rates with the longest matching prefix, and of
 * those, the ones that became valid last.
 */
function rowsFor(hsn: string, rates: readonly TaxRate[], day: string): TaxRate[] {
  const valid = rates.filter(
    ({ hsnPrefix, from }) => hsnPrefix !== '' && hsn.startsWith(hsnPrefix) && from <= day,
  );
  const longest = Math.max(0, ...valid.map(({ hsnPrefix }) => hsnPrefix.length));
  const fitting = valid.filter(({ hsnPrefix }) => hsnPrefix.length === longest);
  const newest = fitting.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)?.from;
  return fitting.filter(({ from }) => from === newest);
}
