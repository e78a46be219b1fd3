import type { Listing } from '../contract.ts';
import type { ProductCardData } from '../product-card/product-card.tsx';

/** A listing as its screen needs it: each product cut down to what its piece shows. */
export type ShownListing = Omit<Listing, 'products'> & { products: ProductCardData[] };

/** Leaves out what no piece shows, so that a page does not carry every product's description twice. */
export function toShown(listing: Listing): ShownListing {
  return { ...listing, products: listing.products.map(trimProductCardData) };
}

/** A product cut down to what its piece shows. */
export function trimProductCardData(product: ProductCardData): ProductCardData {
  const { proId, url, productName, craft, place, price, mrp, quantity, rating, ratings, loomDays, display } =
    product;
  // The card's pictures are described by its name, so their own words stay behind as well.
  const images = product.pictures.slice(0, 2).map((image) => ({ ...image, alt: '' }));
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
    pictures: images,
  };
}
