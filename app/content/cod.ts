import { formatRupees, toRupees } from '../foundation/money.ts';
import type { CodRules } from './contract.ts';

/** Returns the message if the order cannot be paid in cash on delivery, otherwise undefined. */
export function codProblem(
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
    return 'One-of-a-kind pieces can only be paid for online.';
  const uniquePaise = lines.reduce((sum, { isUnique, pricePaise }) => sum + (isUnique ? pricePaise : 0), 0);
  if (rules.uniqueUpToPaise !== null && uniquePaise > rules.uniqueUpToPaise)
    return `One-of-a-kind pieces above ${formatRupees(toRupees(rules.uniqueUpToPaise))} in total can only be paid for online.`;
  return undefined;
}

/**
 * True if an order of this product alone can be paid in cash on delivery. Ignores the minimum total of such orders, because an
 * order can have other products.
 */
export function mayPayCashFor(
  rules: CodRules,
  { pricePaise, isUnique }: { pricePaise: number; isUnique: boolean },
): boolean {
  return (
    codProblem({ ...rules, fromPaise: null }, { totalPaise: pricePaise }, [{ pricePaise, isUnique }]) ===
    undefined
  );
}
