import { formatRupees, toRupees } from '../foundation/money.ts';
import type { IconName } from '../foundation/ui/icon.tsx';
import type { CodRules, ShippingRule } from './contract.ts';

/* The sentences about payment. Separate from those about shipping, which every page loads. */

type Badge = { icon: IconName; strong: string; rest: string };

/** The rules that the sentences are built from. */
export type ShippingAndPayment = { shipping: ShippingRule; cod: CodRules };

/** Returns the badges of the home page: delivery, shipping, payment. */
export function badgeTexts({ shipping, cod }: ShippingAndPayment): Badge[] {
  return [
    { icon: 'globe', strong: 'Ships worldwide', rest: 'with express delivery' },
    { icon: 'truck', strong: 'Free shipping', rest: freeShippingText(shipping) },
    { icon: 'lock', strong: 'Secure payment', rest: `by ${paymentText(cod)}` },
  ];
}

function freeShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'in India, on every order';
  const from = `in India, on orders above ${formatRupees(toRupees(freeFromPaise))}`;
  return belowPaise === 0 ? `${from} and, for now, on smaller ones too` : from;
}

/** Returns the ways to pay: `UPI, card or cash on delivery`, with the limits of an order that may be paid in cash. */
export function paymentText({ allowed, fromPaise, upToPaise }: CodRules): string {
  if (!allowed) return 'UPI or card';
  const from = fromPaise ? formatRupees(toRupees(fromPaise)) : undefined;
  const upTo = upToPaise === null ? undefined : formatRupees(toRupees(upToPaise));
  if (from && upTo) return `UPI, card, or cash on delivery for orders from ${from} to ${upTo}`;
  if (from) return `UPI, card, or cash on delivery for orders of ${from} or more`;
  if (upTo) return `UPI, card, or cash on delivery for orders up to ${upTo}`;
  return 'UPI, card or cash on delivery';
}

/** Returns the ways to pay for a sentence that begins with `You can pay`. */
export function payingText(cod: CodRules): string {
  if (!cod.allowed) return 'online by UPI or card';
  const limits = paymentText(cod).split('cash on delivery')[1];
  return `online by UPI or card, or by cash on delivery${limits}`;
}
