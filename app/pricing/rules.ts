import type { ShippingRule } from '../content/contract.ts';

/** A quantity and its unit price in paise, which includes all taxes. */
type PricingLine = { pricePaise: number; quantity: number };

/** The totals of a cart or an order, in whole paise. */
export type Totals = {
  subtotalPaise: number;
  shippingPaise: number;
  /** Always 0, because prices already include all taxes. The invoice shows the included tax. */
  taxPaise: number;
  totalPaise: number;
};

/**
 * Returns the price of a line in paise.
 * @throws RangeError, a bug of the caller, unless price, quantity and their product are safe integers of at least 0
 */
export function linePaise({ pricePaise, quantity }: PricingLine): number {
  const paise = pricePaise * quantity;
  if (!isCount(pricePaise) || !isCount(quantity) || !Number.isSafeInteger(paise)) {
    throw new RangeError(`${quantity} at ${pricePaise} paise cannot be on an order`);
  }
  return paise;
}

/**
 * Adds up the lines and the shipping charge. Shipping is free if the subtotal is 0 or reaches the rule's threshold.
 * @throws RangeError for an invalid line, as {@link linePaise}
 */
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
