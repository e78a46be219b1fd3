import { formatRupees, toRupees } from '../foundation/money.ts';
import type { IconName } from '../foundation/ui/icon.tsx';
import * as urls from '../urls.ts';
import type { ShippingRule } from './contract.ts';

/**
 * Every sentence about shipping. All of them are made from the one rule in the settings, so that no two of them
 * can disagree, and none can disagree with the bill.
 */

const digits = new Intl.NumberFormat('en-IN');

/** The words of the announcement that lead to how a shopper abroad orders. */
export const worldwideText = 'We ship worldwide';
/** The section of the shipping policy about orders from other countries. */
export const worldwidePath = `${urls.shippingPolicy}#abroad`;

/** Returns the announcement at the top of every page. It begins with {@link worldwideText}. */
export function announcement({ freeFromPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'We ship worldwide. Shipping is free.';
  return `We ship worldwide. Shipping is free on orders over Rs. ${digits.format(toRupees(freeFromPaise))}.`;
}

type Badge = { icon: IconName; strong: string; rest: string };

/** Three things that a shopper may rely on: delivery, shipping, payment. */
export function badgeTexts({ freeFromPaise }: ShippingRule): Badge[] {
  const free =
    freeFromPaise === 0 ? 'on every order' : `on orders above ${formatRupees(toRupees(freeFromPaise))}`;
  return [
    { icon: 'globe', strong: 'Ships worldwide', rest: 'with express delivery' },
    { icon: 'truck', strong: 'Free shipping', rest: free },
    { icon: 'lock', strong: 'Secure payment', rest: 'by UPI, card or cash on delivery' },
  ];
}

/** What the page of a piece says of the cost of shipping. */
export function productShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Free shipping on every order, for now.';
  return `Free shipping above ${formatRupees(toRupees(freeFromPaise))}, ${formatRupees(toRupees(belowPaise))} below.`;
}

const days = ([from, to]: readonly [number, number]) => (from === to ? `${from}` : `${from}–${to}`);

/** How long a parcel takes, in working days: `India 3–5 working days, abroad 5–10.` */
export function estimateText({
  indiaDays,
  abroadDays,
}: Pick<ShippingRule, 'indiaDays' | 'abroadDays'>): string {
  return `India ${days(indiaDays)} working days, abroad ${days(abroadDays)}.`;
}
