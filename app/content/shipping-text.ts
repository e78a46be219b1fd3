import { formatRupees, toRupees } from '../foundation/money.ts';
import * as urls from '../urls.ts';
import type { ShippingRule } from './contract.ts';

/* The sentences about shipping. They follow the rules in the settings, so they agree with each other and with the totals. */

const digits = new Intl.NumberFormat('en-IN');

/** The words of the announcement that link to {@link worldwidePath}. */
export const worldwideText = 'We ship worldwide';
/** Path of the shipping policy's section about orders from other countries. */
export const worldwidePath = `${urls.shippingPolicy}#abroad`;

/** Returns the announcement at the top of every page. It begins with {@link worldwideText}. */
export function announcement({ freeFromPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'We ship worldwide. Shipping within India is free.';
  return `We ship worldwide. Shipping in India is free over Rs. ${digits.format(toRupees(freeFromPaise))}.`;
}

/** Returns the product page's sentence about the cost of shipping. */
export function productShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Free shipping on every order, for now.';
  return `Free shipping above ${formatRupees(toRupees(freeFromPaise))}, ${formatRupees(toRupees(belowPaise))} below.`;
}

/** Returns the short sentence about the cost of shipping in India. */
export function indiaShippingSummary({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0 || belowPaise === 0) return 'Shipping within India is free.';
  const from = formatRupees(toRupees(freeFromPaise));
  return `Shipping within India is free for orders of ${from} or more, and costs ${formatRupees(toRupees(belowPaise))} below that.`;
}

/** Returns the sentences of the shipping policy about the cost of shipping in India. */
export function indiaShippingText({ freeFromPaise, belowPaise }: ShippingRule): string {
  if (freeFromPaise === 0) return 'Domestic shipping is free for every order.';
  const from = formatRupees(toRupees(freeFromPaise));
  if (belowPaise === 0) {
    return `Domestic shipping is free. That holds for orders of ${from} or more and, for now, for smaller ones too. Should that ever change, you will see the amount before you pay.`;
  }
  const below = formatRupees(toRupees(belowPaise));
  return `Domestic shipping is free for orders of ${from} or more. Shipping of a smaller order costs ${below}. You will see the amount before you pay.`;
}

/** Formats a range of days, such as `3–5`. */
export const formatDays = ([from, to]: readonly [number, number]) =>
  from === to ? `${from}` : `${from}–${to}`;

/** Returns the delivery time in working days, such as `India 3–5 working days. Abroad 5–10, …` */
export function estimateText({ indiaDays, abroadDays }: Pick<ShippingRule, 'indiaDays' | 'abroadDays'>) {
  return `India ${formatDays(indiaDays)} working days. Abroad ${formatDays(abroadDays)}, and shipping is extra.`;
}
