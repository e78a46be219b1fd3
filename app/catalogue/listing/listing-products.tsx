import type { Listing } from '../contract.ts';
import type { PieceWords } from '../product-card/product-card.tsx';

/** A listing as its screen needs it: each product cut down to what its piece shows. */
export type ShownListing = Omit<Listing, 'products'> & { products: PieceWords[] };

/** Leaves out what no piece shows, so that a page does not carry every product's description twice. */
export function toShown(listing: Listing): ShownListing {
  return { ...listing, products: listing.products.map(toPiece) };
}

/** A product cut down to what its piece shows. */
export function toPiece(product: PieceWords): PieceWords {
  const { proId, url, productName, craft, place, price, mrp, quantity, rating, ratings, loomDays, display } =
    product;
  // The card's pictures are described by its name, so their own words stay behind as well.
  const pictures = product.pictures.slice(0, 2).map((picture) => ({ ...picture, alt: '' }));
  return {
    proId,
    url,
    productName,
    craft,
    place,
    price,
    mrp,
    quantity,
    rating,
    ratings,
    loomDays,
    display,
    pictures,
  };
}
