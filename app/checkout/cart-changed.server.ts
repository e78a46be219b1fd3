import { type LineRow, toLine } from '../cart/read-cart.server.ts';
import type { OrderDetails } from './contract.ts';

/** True if the cart differs from the one that the browser sent, or has a line that cannot be bought. `realTotal` is in rupees. */
export function isCartChanged(
  rows: readonly LineRow[],
  { total, productDetails }: OrderDetails,
  realTotal: number,
): boolean {
  const lines = rows.map(toLine);
  // A line cannot be ordered if it has a note of another kind than `price`. A `price` note is allowed, because the comparisons
  // below detect a price change that the shopper has not seen.
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
