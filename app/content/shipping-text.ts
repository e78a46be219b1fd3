import { formatRupees, toRupees } from '../foundation/money.ts';
import type { IconName } from '../foundation/ui/icon.tsx';
import * as urls from '../urls.ts';
import type { CodRules, ShippingRule } from './contract.ts';

/* The sentences about shipping and payment. They are built from the rules in the settings, so they agree with each other and
 * the bill. */

const digits = new Intl.NumberFormat('en-IN');

/** The part of the announcement that links to {@link worldwidePath}. */
export const worldwideText = 'We ship worldwide';
/** The section of the shipping policy about orders from other countries. */
export const worldwidePath = `${urls.shippingPolicy}#abroad`;

/** Returns the announcement at the top of every page. It begins with {@link worldwideText}. */
export function announcement({ freeFromPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'We ship worldwide. Shipping is free.';
  return `We ship worldwide. Shipping is free on orders over Rs. ${digits.format(toRupees(freeFromPaise))}.`;
}

type Badge = { icon: IconName; strong: string; rest: string };

/** The rules that the sentences are built from. */
export type ShippingAndPayment = { shipping: ShippingRule; cod: CodRules };

/** Returns the badges of the home page: delivery, shipping, payment. */
export function badgeTexts({ shipping, cod }: ShippingAndPayment): Badge[] {
  const { freeFromPaise } = shipping;
  const free =
    freeFromPaise === 0 ? 'on every order' : `on orders above ${formatRupees(toRupees(freeFromPaise))}`;
  return [
    { icon: 'globe', strong: 'Ships worldwide', rest: 'with express delivery' },
    { icon: 'truck', strong: 'Free shipping', rest: free },
    { icon: 'lock', strong: 'Secure payment', rest: `by ${paymentText(cod)}` },
  ];
}

/** Returns the product page's sentence about the cost of shipping. */
export function productShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Free shipping on every order, for now.';
  return `Free shipping above ${formatRupees(toRupees(freeFromPaise))}, ${formatRupees(toRupees(belowPaise))} below.`;
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

/** Returns the ways to pay for a sentence that begins with `You pay`. */
export function payingText(cod: CodRules): string {
  if (!cod.allowed) return 'online, by UPI or card';
  const limits = paymentText(cod).split('cash on delivery')[1];
  return `online, by UPI or card, or in cash on delivery${limits}`;
}

/** Returns the short sentence about the cost of shipping in India. */
export function indiaShippingSummary({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Shipping within India is free.';
  const from = formatRupees(toRupees(freeFromPaise));
  return `Shipping within India is free above ${from} and costs ${formatRupees(toRupees(belowPaise))} below.`;
}

/** Returns the sentences of the policy about the cost of shipping in India. */
export function indiaShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'Domestic shipping is free for every order.';
  const from = formatRupees(toRupees(freeFromPaise));
  if (belowPaise === 0) {
    return `Domestic shipping is free. That holds for orders above ${from} and, for now, for smaller ones too. Should that ever change, you see the amount before you pay.`;
  }
  const below = formatRupees(toRupees(belowPaise));
  return `Domestic shipping is free for orders above ${from}. Shipping of a smaller order costs ${below}. You see the amount before you pay.`;
}

/** Formats a range of days: `3–5`. */
export const formatDays = ([from, to]: readonly [number, number]) =>
  from === to ? `${from}` : `${from}–${to}`;

/** Returns the delivery time in working days: `India 3–5 working days, abroad 5–10.` */
export function estimateText({ indiaDays, abroadDays }: Pick<ShippingRule, 'indiaDays' | 'abroadDays'>) {
  return `India ${formatDays(indiaDays)} working days, abroad ${formatDays(abroadDays)}.`;
}
