import type { ShippingRule } from '../content/contract.ts';
import * as urls from '../urls.ts';
import type { Pending } from './cart-store.ts';
import type { Cart, CartLine } from './contract.ts';
import { type GuestLine, isSameLine, type LineKey, priced } from './guest-cart.ts';
import { cappedQuantity, cartOf, deletedMessage, linePrice, withQuantity } from './rules.ts';

type Shipping = Pick<ShippingRule, 'freeFromPaise' | 'belowPaise'>;

/**
 * The server's quote for a guest's cart, and the lines for which it was requested. A quote omits products that are no longer
 * sold.
 */
export type Quote = { requested: readonly LineKey[]; cart: Cart };

export function guestLineId({ proId, size }: LineKey): string {
  return `${proId} ${size ?? ''}`;
}

/**
 * Builds the guest's cart for display: lines and quantities from this browser, other fields from the last quote. A line that was
 * in the request but is missing in the quote gets the note `gone`. Shows the included GST only if the quote was for these lines
 * and quantities.
 */
export function displayGuestCart(
  lines: readonly GuestLine[],
  quote: Quote | undefined,
  shipping: Shipping,
): Cart {
  const quotedLines = quote?.cart.items ?? [];
  const isStored = (key: LineKey) => lines.some((line) => isSameLine(line, key));
  const items = lines.map((line) => {
    const quoted =
      quotedLines.find((quotedLine) => isSameLine(quotedLine, line)) ??
      quotedLines.find((quotedLine) => quotedLine.proId === line.proId && !isStored(quotedLine));
    const isGone = !quoted && quote?.requested.some((requestedLine) => isSameLine(requestedLine, line));
    const displayed = quoted
      ? lineWith(quoted, line.quantity)
      : isGone
        ? deletedLine(line)
        : storedLine(line);
    const id = guestLineId(line);
    return { ...displayed, id, _id: id };
  });
  const cart = cartOf({ version: 0, notice: null }, items, shipping);
  const isQuoted =
    items.length === quotedLines.length &&
    items.every((item) =>
      quotedLines.some((quotedLine) => isSameLine(quotedLine, item) && quotedLine.quantity === item.quantity),
    );
  return isQuoted ? { ...cart, includedGst: quote?.cart.includedGst } : cart;
}

/** Builds the customer's cart for display: the last cart from the server, with the pending quantities and removals applied. */
export function displayCustomerCart(cart: Cart, { quantities }: Pending, shipping: Shipping): Cart {
  if (quantities.size === 0) return cart;
  const items = cart.items.flatMap((line) => {
    const quantity = quantities.get(line.id)?.quantity;
    if (quantity === undefined) return [line];
    return quantity === 0 ? [] : [withQuantity(line, quantity)];
  });
  return cartOf(cart, items, shipping);
}

/** Returns the line with its quantity capped at the stock. A sold-out line keeps its requested quantity. */
function lineWith(line: CartLine, requested: number): CartLine {
  const quantity = cappedQuantity(requested, line.stock) || requested;
  return { ...line, quantity, price: linePrice({ ...line, quantity }) };
}

function storedLine(line: GuestLine): CartLine {
  const { proId, quantity, proPrice = 0, price = 0, img1 = null, size = null, sizeLabel = null } = line;
  const productName = line.productName ?? `Piece ${proId}`;
  return {
    _id: '',
    id: '',
    proId,
    productName,
    title: productName,
    proPrice,
    price,
    quantity,
    img1,
    image: img1,
    mrp: null,
    size,
    sizeLabel,
    // The stock is unknown until the quote arrives. With 0, the quantity cannot be increased.
    stock: 0,
    url: `${urls.products}/${encodeURIComponent(proId)}`,
    picture:
      img1 === null ? null : { file: img1, width: 1200, height: 1600, colour: '#e4dcce', alt: productName },
    from: '',
    notes: [],
  };
}

function deletedLine(line: GuestLine): CartLine {
  return { ...storedLine(line), stock: 0, price: 0, notes: [{ kind: 'gone', words: deletedMessage }] };
}

/**
 * Adds the names and images of the quote to the stored lines. Also adds the variant or the price to a line that has none. Keeps a
 * stored price, so that the server can report a change of the price.
 */
export function withQuotedDetails(lines: readonly GuestLine[], quote: Cart): GuestLine[] {
  return lines.map((line) => {
    const quoted =
      quote.items.find((quotedLine) => isSameLine(quotedLine, line)) ??
      (line.size ? undefined : quote.items.find(({ proId }) => proId === line.proId));
    // The quote omits products that are no longer sold, and lines that were added after the request.
    if (!quoted?.productName) return line;
    const { productName, img1, size, sizeLabel, proPrice } = quoted;
    const fresh: GuestLine = { ...line, productName, proPrice: line.proPrice ?? proPrice };
    if (img1) fresh.img1 = img1;
    if (size && !lines.some((other) => other !== line && isSameLine(other, quoted))) fresh.size = size;
    if (sizeLabel) fresh.sizeLabel = sizeLabel;
    return priced(fresh);
  });
}
