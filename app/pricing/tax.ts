/** One row of the tax office's list: from a day on, for goods whose HSN begins so, and perhaps only up to or above a value. */
export type TaxRate = {
  hsnPrefix: string;
  /** Hundredths of a percent: 500 is 5 %. */
  rate: number;
  /** The row holds only above this value of one piece without tax, in paise; `null` where it has no lower end. */
  abovePaise: number | null;
  /** The row holds only up to this value of one piece without tax, in paise; `null` where it has no upper end. */
  upToPaise: number | null;
  /** The first day in India on which it holds, `2025-09-22`. */
  from: string;
};

/** How much of one piece's price is tax. */
export type TaxPortion = {
  rate: number;
  taxablePaise: number;
  taxPaise: number;
  /**
   * False where no row agrees with itself: between ₹2,625.01 and ₹2,950.00 a piece of clothing is below the threshold
   * by the higher rate and above it by the lower one. The higher rate is taken then, and the owner is warned.
   */
  certain: boolean;
};

/**
 * The tax in a price that includes it, on a day in India (`2026-11-21`); `undefined` where the list has no row for
 * the HSN. The value is compared piece by piece, whatever the quantity.
 */
export function taxPortion(
  { hsn, pricePaise }: { hsn: string | null; pricePaise: number },
  rates: readonly TaxRate[],
  day: string,
): TaxPortion | undefined {
  const rows = rowsFor(hsn ?? '', rates, day);
  const portions = rows.map((row) => ({ row, ...split(pricePaise, row.rate) }));
  const agreeing = portions.find(({ row, taxablePaise }) => holdsFor(row, taxablePaise));
  const chosen = agreeing ?? portions.toSorted((a, b) => b.row.rate - a.row.rate)[0];
  if (!chosen) return undefined;
  const { row, taxablePaise, taxPaise } = chosen;
  return { rate: row.rate, taxablePaise, taxPaise, certain: agreeing !== undefined };
}

/** Splits a price that includes tax. The tax is rounded to whole paise, and both parts add up to the price. */
function split(pricePaise: number, rate: number) {
  const taxablePaise = Math.round((pricePaise * 10_000) / (10_000 + rate));
  return { taxablePaise, taxPaise: pricePaise - taxablePaise };
}

function holdsFor({ abovePaise, upToPaise }: TaxRate, taxablePaise: number): boolean {
  return (
    (abovePaise === null || taxablePaise > abovePaise) && (upToPaise === null || taxablePaise <= upToPaise)
  );
}

/** The rows of the longest prefix that fits, as they stand on that day: a newer row takes the place of an older one. */
function rowsFor(hsn: string, rates: readonly TaxRate[], day: string): TaxRate[] {
  const begun = rates.filter(
    ({ hsnPrefix, from }) => hsnPrefix !== '' && hsn.startsWith(hsnPrefix) && from <= day,
  );
  const longest = Math.max(0, ...begun.map(({ hsnPrefix }) => hsnPrefix.length));
  const fitting = begun.filter(({ hsnPrefix }) => hsnPrefix.length === longest);
  const newest = fitting
    .map(({ from }) => from)
    .toSorted()
    .at(-1);
  return fitting.filter(({ from }) => from === newest);
}
