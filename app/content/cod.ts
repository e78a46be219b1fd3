import { formatRupees, toRupees } from '../foundation/money.ts';
import type { CodRules } from './contract.ts';

/** Returns the message that explains why the order cannot be paid by cash on delivery. Returns undefined if it can. */
export function codMessage(
  rules: CodRules,
  { totalPaise }: { totalPaise: number },
  lines: readonly { isUnique: boolean; pricePaise: number }[],
): string | undefined {
  if (!rules.allowed) return 'Cash on delivery is not offered at the moment. Please pay online.';
  if (rules.fromPaise !== null && totalPaise < rules.fromPaise)
    return `Cash on delivery is for orders of ${formatRupees(toRupees(rules.fromPaise))} or more.`;
  if (rules.upToPaise !== null && totalPaise > rules.upToPaise)
    return `Cash on delivery is for orders up to ${formatRupees(toRupees(rules.upToPaise))}.`;
  if (rules.notForUnique && lines.some(({ isUnique }) => isUnique))
    return 'A piece that is the last one in stock can only be paid for online.';
  const uniquePaise = lines.reduce((sum, { isUnique, pricePaise }) => sum + (isUnique ? pricePaise : 0), 0);
  if (rules.uniqueUpToPaise !== null && uniquePaise > rules.uniqueUpToPaise)
    return `Cash on delivery is not available if pieces that are the last ones in stock cost more than ${formatRupees(toRupees(rules.uniqueUpToPaise))} in total. Please pay online.`;
  return undefined;
}

/**
 * True if the rules allow cash on delivery for an order with this product. Ignores the minimum total, because the order can
 * contain more products.
 */
export function mayPayCashFor(
  rules: CodRules,
  { pricePaise, isUnique }: { pricePaise: number; isUnique: boolean },
): boolean {
  return (
    codMessage({ ...rules, fromPaise: null }, { totalPaise: pricePaise }, [{ pricePaise, isUnique }]) ===
    undefined
  );
}
