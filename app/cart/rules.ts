import type { ShippingRule } from '../content/contract.ts';
import { formatRupees, toPaise, toRupees } from '../foundation/money.ts';
import { calculateTotals, linePaise } from '../pricing/rules.ts';
import { heldMessage } from '../stock/messages.ts';
import type { Cart, CartLine } from './contract.ts';
import { maxQuantity } from './limits.ts';

type Note = CartLine['notes'][number];
type Shipping = Pick<ShippingRule, 'freeFromPaise' | 'belowPaise'>;

/** Caps a quantity at the stock and at {@link maxQuantity}. Returns 0 if nothing is in stock. */
export function cappedQuantity(requested: number, stock: number): number {
  return Math.max(0, Math.min(requested, stock, maxQuantity));
}

const soldOutMessage = 'This piece is sold out.';
export const deletedMessage = 'This piece is no longer in the shop.';
export const sizeMessage = 'Please choose a size.';

/** Returns the message for a capped quantity: `Only 2 left.` Returns null if the quantity is not capped. */
export function cappedMessage(requested: number, stock: number): string | null {
  if (requested <= stock && requested <= maxQuantity) return null;
  if (stock <= 0) return soldOutMessage;
  return stock >= maxQuantity ? `You can order at most ${maxQuantity} of one piece.` : `Only ${stock} left.`;
}

/** Returns the message for a changed price: `₹2,100 when you added it, now ₹1,950.` Prices in rupees. */
function priceMessage(seenPrice: number, price: number): string {
  return `${formatRupees(seenPrice)} when you added it, now ${formatRupees(price)}.`;
}

/** A line before its quantity is capped. Prices in rupees. */
type RequestedLine = {
  requested: number;
  stock: number;
  /** End of the earliest stock hold of other shoppers, in milliseconds since 1970; `null` without such a hold. */
  heldUntil: number | null;
  isPublished: boolean;
  isSizeNeeded: boolean;
  sizeLabel: string | null;
  price: number;
  /** Unit price when the shopper last changed the line; `null` if unknown. */
  seenPrice: number | null;
};

/** Returns the notes on a line. A note that prevents buying the line is returned alone. */
export function notesOf(line: RequestedLine): Note[] {
  const { requested, stock, price, seenPrice, sizeLabel } = line;
  if (!line.isPublished) return [{ kind: 'gone', words: deletedMessage }];
  if (stock <= 0) {
    if (line.heldUntil !== null) return [{ kind: 'held', words: heldMessage(line.heldUntil, sizeLabel) }];
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

/** True if no note prevents buying the line. The totals include only buyable lines. */
export function isBuyable({ notes }: Pick<CartLine, 'notes'>): boolean {
  return notes.every(({ kind }) => kind === 'price' || kind === 'fewer');
}

/** Returns the line total in rupees, or 0 if the line cannot be bought. */
export function linePrice(line: Pick<CartLine, 'proPrice' | 'quantity' | 'notes'>): number {
  const { proPrice, quantity } = line;
  return isBuyable(line) ? toRupees(linePaise({ pricePaise: toPaise(proPrice), quantity })) : 0;
}

/**
 * Returns the cart with these lines, the number of lines for the badge, and the totals of the lines that can be bought. Omits
 * `includedGst`, which the server adds.
 */
export function cartOf(
  { version, notice }: Pick<Cart, 'version' | 'notice'>,
  items: CartLine[],
  shipping: Shipping,
): Cart {
  const buyable = items.filter(isBuyable);
  const totals = calculateTotals(
    buyable.map(({ proPrice, quantity }) => ({ pricePaise: toPaise(proPrice), quantity })),
    shipping,
  );
  return {
    version,
    notice,
    items,
    count: items.length,
    subtotal: toRupees(totals.subtotalPaise),
    shippingCost: toRupees(totals.shippingPaise),
    tax: toRupees(totals.taxPaise),
    total: toRupees(totals.totalPaise),
  };
}

/**
 * Returns the line without the notes `price` and `fewer`, which the shopper has seen. Sets the new quantity if the line can be
 * bought.
 */
export function withQuantity(line: CartLine, requested: number): CartLine {
  const notes = line.notes.filter(({ kind }) => kind !== 'price' && kind !== 'fewer');
  const changed = { ...line, notes };
  if (!isBuyable(changed)) return changed;
  changed.quantity = cappedQuantity(requested, line.stock);
  return { ...changed, price: linePrice(changed) };
}
