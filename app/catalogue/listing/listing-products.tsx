import type { PhotoImage } from '../../foundation/ui/photo.tsx';
import type { Listing, Product } from '../contract.ts';

/** Returns the part of a product that a card shows, so that a page does not contain all descriptions twice. */
export function trimProductCardData(product: Product) {
  const { heldUntil } = product;
  const { proId, url, productName, craft, place, price, mrp, quantity, rating, ratings, loomDays, display } =
    product;
  // Omit the descriptions of the card's images, because the product's name describes the images.
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

export type ProductCardData = ReturnType<typeof trimProductCardData>;

export type ShownListing = Omit<Listing, 'products'> & { products: ProductCardData[] };
