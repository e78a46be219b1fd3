import type { PhotoImage } from '../../foundation/ui/photo.tsx';
import type { Listing, Product } from '../contract.ts';

/** Returns the part of a product that its card shows, so that a page does not carry every description twice. */
export function trimProductCardData(product: Product) {
  const { heldUntil } = product;
  const { proId, url, productName, craft, place, price, mrp, quantity, rating, ratings, loomDays, display } =
    product;
  // The name describes the card's images, so their own descriptions are left out too.
  const pictures: PhotoImage[] = product.pictures.slice(0, 2).map((image) => ({ ...image, alt: '' }));
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
    ...(heldUntil === undefined ? {} : { heldUntil }),
  };
}

/** The part of a product that its card shows. */
export type ProductCardData = ReturnType<typeof trimProductCardData>;

/** A listing as its screen shows it. */
export type ShownListing = Omit<Listing, 'products'> & { products: ProductCardData[] };
