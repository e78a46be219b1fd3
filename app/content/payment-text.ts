import { formatRupees, toRupees } from '../foundation/money.ts';
import type { IconName } from '../foundation/ui/icon.tsx';
import type { CodRules, ShippingRule } from './contract.ts';

/* The sentences about payment. This file is separate from shipping-text.ts, because every page loads shipping-text.ts. */

type Badge = { icon: IconName; strong: string; rest: string };

export type ShippingAndPayment = { shipping: ShippingRule; cod: CodRules };

/** Returns the badges of the home page about delivery, shipping and payment. */
export function badgeTexts({ shipping, cod }: ShippingAndPayment): Badge[] {
  return [
    { icon: 'globe', strong: 'Ships worldwide', rest: 'with express delivery' },
    { icon: 'truck', strong: 'Free shipping', rest: freeShippingText(shipping) },
    { icon: 'lock', strong: 'Secure payment', rest: `by ${paymentText(cod)}` },
  ];
}

const freeShippingText = ({ freeFromPaise }: ShippingRule) =>
  freeFromPaise === 0
    ? 'in India on every order'
    : `in India on orders of ${formatRupees(toRupees(freeFromPaise))} or more`;

/**
 * Returns the ways to pay, such as `UPI, card, net banking or cash on delivery`. If cash on delivery is limited to certain order
 * totals, states these limits.
 */
export function paymentText({ allowed, fromPaise, upToPaise }: CodRules): string {
  if (!allowed) return 'UPI, card or net banking';
  const from = fromPaise ? formatRupees(toRupees(fromPaise)) : undefined;
  const upTo = upToPaise === null ? undefined : formatRupees(toRupees(upToPaise));
  if (from && upTo) return `UPI, card, net banking, or cash on delivery for orders from ${from} to ${upTo}`;
  if (from) return `UPI, card, net banking, or cash on delivery for orders of ${from} or more`;
  if (upTo) return `UPI, card, net banking, or cash on delivery for orders up to ${upTo}`;
  return 'UPI, card, net banking or cash on delivery';
}

/** Returns the ways to pay, to continue a sentence that begins with `You can pay`. */
export function payingText(cod: CodRules): string {
  if (!cod.allowed) return 'online by UPI, card or net banking';
  const limits = paymentText(cod).split('cash on delivery')[1];
  return `online by UPI, card or net banking, or by cash on delivery${limits}`;
}
