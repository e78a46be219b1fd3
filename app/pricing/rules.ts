import type { ShippingRule } from '../content/contract.ts';

/** So many of something at one price, which includes all taxes. */
export type PricingLine = { pricePaise: number; quantity: number };

/** What is to be paid. All amounts are whole paise. */
export type Totals = {
  subtotalPaise: number;
  shippingPaise: number;
  /** Always 0: prices include all taxes. The invoice tells how much of them is tax. */
  taxPaise: number;
  totalPaise: number;
};

/** What a line costs, in paise. Throws a RangeError for what no bill may hold: that is a bug of the caller. */
export function linePaise({ pricePaise, quantity }: PricingLine): number {
  const paise = pricePaise * quantity;
  if (!isCount(pricePaise) || !isCount(quantity) || !Number.isSafeInteger(paise)) {
    throw new RangeError(`${quantity} at ${pricePaise} paise cannot stand on a bill`);
  }
  return paise;
}

/** Adds up lines, with the shop's one shipping rule. A bill without anything on it costs nothing. */
export function calculateTotals(
  lines: readonly PricingLine[],
  shipping: Pick<ShippingRule, 'freeFromPaise' | 'belowPaise'>,
): Totals {
  const subtotalPaise = lines.reduce((sum, line) => sum + linePaise(line), 0);
  const isFree = subtotalPaise === 0 || subtotalPaise >= shipping.freeFromPaise;
  const shippingPaise = isFree ? 0 : shipping.belowPaise;
  return { subtotalPaise, shippingPaise, taxPaise: 0, totalPaise: subtotalPaise + shippingPaise };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
