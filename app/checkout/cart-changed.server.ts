import { type LineRow, toLine } from '../cart/cart-rows.server.ts';
import type { OrderDetails } from './contract.ts';

/** Whether the cart is not what the shopper was shown, or cannot be sold as it is. `realTotal` is what it costs, in rupees. */
export function isCartChanged(
  rows: readonly LineRow[],
  { total, productDetails }: OrderDetails,
  realTotal: number,
): boolean {
  const lines = rows.map(toLine);
  // A note names whatever keeps a line from being sold as it is; a new price, which `total` tells of, does not.
  const sellable = lines.every(({ notes }) => notes.every(({ kind }) => kind === 'price'));
  const sameTotal = total === undefined || total === realTotal;
  const sameLines =
    productDetails === undefined ||
    (productDetails.length === lines.length &&
      lines.every((line) =>
        productDetails.some(
          (seen) =>
            (seen.size ?? seen.proId ?? seen._id) !== undefined &&
            (seen.size ?? line.size) === line.size &&
            (seen.proId ?? seen._id ?? line.proId) === line.proId &&
            (seen.quantity ?? line.quantity) === line.quantity &&
            (seen.price ?? line.proPrice) === line.proPrice,
        ),
      ));
  return !sellable || !sameTotal || !sameLines;
}
