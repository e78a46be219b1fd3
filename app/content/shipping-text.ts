import { formatRupees, toRupees } from '../foundation/money.ts';
import type { IconName } from '../foundation/ui/icon.tsx';
import * as urls from '../urls.ts';
import type { ShippingRule } from './contract.ts';

/* The sentences about shipping. They are built from the rule in the settings, so they agree with each other and the bill. */

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

/** Returns the badges of the home page: delivery, shipping, payment. */
export function badgeTexts({ freeFromPaise }: ShippingRule): Badge[] {
  const free =
    freeFromPaise === 0 ? 'on every order' : `on orders above ${formatRupees(toRupees(freeFromPaise))}`;
  return [
    { icon: 'globe', strong: 'Ships worldwide', rest: 'with express delivery' },
    { icon: 'truck', strong: 'Free shipping', rest: free },
    { icon: 'lock', strong: 'Secure payment', rest: 'by UPI, card or cash on delivery' },
  ];
}

/** Returns the product page's sentence about the cost of shipping. */
export function productShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Free shipping on every order, for now.';
  return `Free shipping above ${formatRupees(toRupees(freeFromPaise))}, ${formatRupees(toRupees(belowPaise))} below.`;
}

/** Formats a range of days: `3–5`. */
export const formatDays = ([from, to]: readonly [number, number]) =>
  from === to ? `${from}` : `${from}–${to}`;

/** Returns the delivery time in working days: `India 3–5 working days, abroad 5–10.` */
export function estimateText({ indiaDays, abroadDays }: Pick<ShippingRule, 'indiaDays' | 'abroadDays'>) {
  return `India ${formatDays(indiaDays)} working days, abroad ${formatDays(abroadDays)}.`;
}
