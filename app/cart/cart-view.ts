import type { ShippingRule } from '../content/contract.ts';
import type { Cart, CartLine } from './contract.ts';
import { type GuestLine, isSameLine, type LineKey } from './guest-cart.ts';
import type { Pending } from './optimistic-cart.ts';
import { cappedQuantity, cartOf, deletedMessage, priceOf, withoutLine, withQuantity } from './rules.ts';

type Shipping = Pick<ShippingRule, 'freeFromPaise' | 'belowPaise'>;

/** What the shop said of a guest's cart, and of which lines it was asked. Of a piece that is gone it says nothing. */
export type Quote = { requested: readonly LineKey[]; cart: Cart };

/** The id of a guest's line: the shop gives none. */
export function guestLineId({ proId, size }: LineKey): string {
  return `${proId} ${size ?? ''}`;
}

/**
 * A guest's cart as it is shown: the lines and quantities are this browser's, all else is what the shop said last
 * (`quote`). A line of which the shop has said nothing yet shows what the browser knows, and cannot grow.
 */
export function displayGuestCart(
  lines: readonly GuestLine[],
  quote: Quote | undefined,
  shipping: Shipping,
): Cart {
  const reported = quote?.cart.items ?? [];
  const isAnothers = (one: LineKey) => lines.some((line) => isSameLine(line, one));
  const items = lines.map((line) => {
    const known =
      reported.find((one) => isSameLine(one, line)) ??
      reported.find((one) => one.proId === line.proId && !isAnothers(one));
    const isGone = !known && quote?.requested.some((one) => isSameLine(one, line));
    const shown = known ? lineWith(known, line.quantity) : isGone ? gone(line) : untold(line);
    const id = guestLineId(line);
    return { ...shown, id, _id: id };
  });
  return cartOf({ version: 0, notice: null }, items, shipping);
}

/** The signed-in shopper's cart as it is shown: what the shop said last, and over it what they have asked since. */
export function displayCustomerCart(cart: Cart, { quantities }: Pending, shipping: Shipping): Cart {
  return [...quantities].reduce(
    (shown, [id, { quantity }]) =>
      quantity === 0 ? withoutLine(shown, id, shipping) : withQuantity(shown, id, quantity, shipping),
    cart,
  );
}

/** A sold-out line keeps what was wished for. */
function lineWith(line: CartLine, requested: number): CartLine {
  const quantity = cappedQuantity(requested, line.stock) || requested;
  return { ...line, quantity, price: priceOf({ ...line, quantity }) };
}

function untold(line: GuestLine): CartLine {
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
    stock: quantity,
    url: `/products/${encodeURIComponent(proId)}`,
    picture:
      img1 === null ? null : { file: img1, width: 1200, height: 1600, colour: '#e4dcce', alt: productName },
    from: '',
    notes: [],
  };
}

function gone(line: GuestLine): CartLine {
  return { ...untold(line), stock: 0, price: 0, notes: [{ kind: 'gone', words: deletedMessage }] };
}
