import type { ShippingRule } from '../content/contract.ts';
import { productShippingText } from '../content/shipping-text.ts';
import { formatRupees, toPaise, toRupees } from '../foundation/money.ts';
import type { Cart, NoteKind } from './contract.ts';

/** Returns the reason that blocks the checkout. Returns undefined if the cart can be checked out. */
export function blockedReason({ items }: Cart): string | undefined {
  const has = (...kinds: NoteKind[]) =>
    items.some(({ notes }) => notes.some(({ kind }) => kinds.includes(kind)));
  if (has('sold-out', 'gone')) return 'Please remove what is no longer there, then check out.';
  if (has('size')) return 'Please choose a size for each piece, then check out.';
  return undefined;
}

/** Returns the receipt's text about shipping. */
export function shippingText({ subtotal }: Cart, shipping: ShippingRule): string {
  const { freeFromPaise } = shipping;
  if (freeFromPaise === 0 || toPaise(subtotal) < freeFromPaise) return productShippingText(shipping);
  return `Your order is above ${formatRupees(toRupees(freeFromPaise))}, so shipping is free.`;
}
