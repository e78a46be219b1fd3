import type { ShippingRule } from '../content/contract.ts';
import { formatRupees, toPaise, toRupees } from '../foundation/money.ts';
import { calculateTotals, linePaise } from '../pricing/rules.ts';
import type { maxLines as agreedLines, maxQuantity as agreedMost, Cart, CartLine } from './contract.ts';

/** The most of one size that a line may hold. The type ties it to the contract, whose values stay on the server. */
export const maxQuantity: typeof agreedMost = 99;

/** The most lines that a cart may hold. */
export const maxLines: typeof agreedLines = 100;

type Note = CartLine['notes'][number];
type Shipping = Pick<ShippingRule, 'freeFromPaise' | 'belowPaise'>;

/** How many of `requested` can be had: 0 when there are none. */
export function cappedQuantity(requested: number, stock: number): number {
  return Math.max(0, Math.min(requested, stock, maxQuantity));
}

export const soldOutMessage = 'This piece is sold out.';
export const deletedMessage = 'This piece is no longer in the shop.';
export const sizeMessage = 'Please choose a size.';

/** Why fewer than `requested` can be had: `Only 2 left.`; `null` when all of them can. */
export function cappedMessage(requested: number, stock: number): string | null {
  if (requested <= stock && requested <= maxQuantity) return null;
  if (stock <= 0) return soldOutMessage;
  return stock >= maxQuantity ? `At most ${maxQuantity} of one piece.` : `Only ${stock} left.`;
}

/** Rupees: `₹2,100 when you added it, now ₹1,950.` */
export function priceMessage(seenPrice: number, price: number): string {
  return `${formatRupees(seenPrice)} when you added it, now ${formatRupees(price)}.`;
}

/** What is known of a line before it is decided how many of it there can be. Prices in rupees. */
type RequestedLine = {
  requested: number;
  stock: number;
  isPublished: boolean;
  isSizeNeeded: boolean;
  sizeLabel: string | null;
  price: number;
  /** What one cost when the shopper set the line; `null` where that is not known. */
  seenPrice: number | null;
};

/** What the shopper should know about a line. What keeps it from being sold is said alone. */
export function notesOf(line: RequestedLine): Note[] {
  const { requested, stock, price, seenPrice, sizeLabel } = line;
  if (!line.isPublished) return [{ kind: 'gone', words: deletedMessage }];
  if (stock <= 0) {
    return [{ kind: 'sold-out', words: sizeLabel ? `Size ${sizeLabel} is sold out.` : soldOutMessage }];
  }
  if (line.isSizeNeeded) return [{ kind: 'size', words: sizeMessage }];
  const notes: Note[] = [];
  if (seenPrice !== null && seenPrice !== price) {
    notes.push({ kind: 'price', words: priceMessage(seenPrice, price) });
  }
  const fewer = cappedMessage(requested, stock);
  if (fewer) notes.push({ kind: 'fewer', words: fewer });
  return notes;
}

/** True when the line can be sold as it stands; the others cost nothing. */
export function isBuyable({ notes }: Pick<CartLine, 'notes'>): boolean {
  return notes.every(({ kind }) => kind === 'price' || kind === 'fewer');
}

/** What a line costs, in rupees: nothing while it cannot be sold. */
export function priceOf(line: Pick<CartLine, 'proPrice' | 'quantity' | 'notes'>): number {
  const { proPrice, quantity } = line;
  return isBuyable(line) ? toRupees(linePaise({ pricePaise: toPaise(proPrice), quantity })) : 0;
}

/** What the lines cost together, in rupees. Lines that cannot be sold are left out. */
export function totalsOf(
  lines: readonly Pick<CartLine, 'proPrice' | 'quantity' | 'notes'>[],
  shipping: Shipping,
): Pick<Cart, 'subtotal' | 'shippingCost' | 'tax' | 'total'> {
  const bought = lines.filter(isBuyable);
  const bill = calculateTotals(
    bought.map(({ proPrice, quantity }) => ({ pricePaise: toPaise(proPrice), quantity })),
    shipping,
  );
  return {
    subtotal: toRupees(bill.subtotalPaise),
    shippingCost: toRupees(bill.shippingPaise),
    tax: toRupees(bill.taxPaise),
    total: toRupees(bill.totalPaise),
  };
}

/** What the badge shows: lines, not units, for a guest and for a shopper with an account alike. */
export function badgeCount(lines: readonly unknown[]): number {
  return lines.length;
}

/** The cart with these lines, counted and added up anew. */
export function cartOf(cart: Pick<Cart, 'version' | 'notice'>, items: CartLine[], shipping: Shipping): Cart {
  return { ...cart, items, count: badgeCount(items), ...totalsOf(items, shipping) };
}

/** True for the line's own id, its variant, and its piece. */
export function matchesLineId(line: Pick<CartLine, 'id' | 'size' | 'proId'>, id: string): boolean {
  return [line.id, line.size, line.proId].includes(id);
}

/** The cart as it will be with so many of a line, before the shop has answered. */
export function withQuantity(cart: Cart, id: string, requested: number, shipping: Shipping): Cart {
  const items = cart.items.map((line) => (matchesLineId(line, id) ? lineWith(line, requested) : line));
  return cartOf(cart, items, shipping);
}

/** The cart as it will be without a line, or without all lines of a piece. */
export function withoutLine(cart: Cart, id: string, shipping: Shipping): Cart {
  const items = cart.items.filter((line) => !matchesLineId(line, id));
  return cartOf(cart, items, shipping);
}

/** Whoever sets a line has seen its price and how many are left, so those two notes go. */
function lineWith(line: CartLine, requested: number): CartLine {
  const notes = line.notes.filter(({ kind }) => kind !== 'price' && kind !== 'fewer');
  const set = { ...line, notes };
  if (!isBuyable(set)) return set;
  set.quantity = cappedQuantity(requested, line.stock);
  return { ...set, price: priceOf(set) };
}
