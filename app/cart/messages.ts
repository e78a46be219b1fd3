import { nameAndSize } from '../catalogue/rules.ts';
import type { ShippingRule } from '../content/contract.ts';
import { productShippingText } from '../content/shipping-text.ts';
import { formatRupees, toPaise, toRupees } from '../foundation/money.ts';
import type { Cart, CartLine, NoteKind } from './contract.ts';
import { cappedMessage } from './rules.ts';

/** Returns why the shopper cannot check out or pay, and what to do about it. Returns undefined if no line prevents it. */
export function blockedReason(
  { items }: { items: readonly Pick<CartLine, 'notes'>[] },
  nextStep: 'check out' | 'pay' = 'check out',
): string | undefined {
  const has = (...kinds: NoteKind[]) =>
    items.some(({ notes }) => notes.some(({ kind }) => kinds.includes(kind)));
  if (has('sold-out', 'gone')) return `Please remove what is no longer available, then ${nextStep}.`;
  if (has('held'))
    return `One of your pieces is being paid for right now. You can ${nextStep} when it is available again, or without it.`;
  if (has('size')) return `Please choose a size for each piece, then ${nextStep}.`;
  return undefined;
}

/** Returns the sentence about shipping for the receipt. */
export function shippingText({ subtotal }: Cart, shipping: ShippingRule): string {
  const { freeFromPaise } = shipping;
  if (freeFromPaise === 0 || toPaise(subtotal) < freeFromPaise) return productShippingText(shipping);
  return `Your order is ${formatRupees(toRupees(freeFromPaise))} or more, so shipping is free.`;
}

/** Maximum number of products of each kind (capped, sold out, not sold) that a notice names. */
const maxNamed = 3;

/** Requested and available units of a merged variant. */
export type MergeResult = {
  name: string;
  sizeLabel: string | null;
  requested: number;
  available: number;
  /** End of the earliest stock hold of other shoppers; `null` without such a hold. */
  heldUntil: number | null;
};

/**
 * Returns the notice after a merge. It names the capped, held and sold-out lines, and the products that are no longer sold.
 * Returns null if there are none.
 */
export function mergeMessage(merged: readonly MergeResult[], unknown: readonly Unknown[]): string | null {
  const unavailable = merged.filter(({ available }) => available <= 0);
  const held = unavailable.filter(({ heldUntil }) => heldUntil !== null).map(nameOf);
  const soldOut = unavailable.filter(({ heldUntil }) => heldUntil === null).map(nameOf);
  const fewer = merged.flatMap((line) => {
    const text = line.available > 0 ? cappedMessage(line.requested, line.available) : null;
    return text ? [`${nameOf(line)}: ${text}`] : [];
  });
  const more = fewer.length - maxNamed;
  const sentences = [
    ...fewer.slice(0, maxNamed),
    more > 0 ? moreCappedMessage(more) : null,
    held.length > 0 ? `${listed(held)} being paid for right now.` : null,
    soldOut.length > 0 ? `${listed(soldOut)} sold out.` : null,
    leftOutMessage(unknown),
  ];
  return sentences.filter((text) => text !== null).join(' ') || null;
}

/** A guest's line whose product is not sold. `productName` is the name that the guest's browser stored. */
type Unknown = { proId: string; productName?: string | null | undefined };

/** Returns `Gulnar and TB-SAR-099 are no longer in the shop.`, or null if `unknown` is empty. */
export function leftOutMessage(unknown: readonly Unknown[]): string | null {
  const names = [...new Set(unknown.map(({ proId, productName }) => productName ?? proId))];
  return names.length > 0 ? `${listed(names)} no longer in the shop.` : null;
}

/**
 * Returns the sentence with the number of capped lines that the notice does not name, because it names at most {@link maxNamed}.
 */
function moreCappedMessage(count: number): string {
  return count === 1
    ? 'The quantity of one more piece was also reduced.'
    : `The quantities of ${count} more pieces were also reduced.`;
}

const nameOf = ({ name, sizeLabel }: MergeResult) => nameAndSize(name, sizeLabel);

/** Joins names and appends `is` or `are`: `A is`, `A and B are`, `A, B, C and 4 more are`. */
function listed(names: readonly string[]): string {
  return `${joined(names)} ${names.length > 1 ? 'are' : 'is'}`;
}

/** Joins names: `A`, `A and B`, `A, B, C and 4 more`. */
function joined(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const named = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('');
}
