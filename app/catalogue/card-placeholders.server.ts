import { findPlaceholders } from '../foundation/files/placeholders.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Listing } from './contract.ts';
import { type ProductCardData, type ShownListing, trimProductCardData } from './listing/listing-products.tsx';

/** Number of a listing's cards that are visible without scrolling: two rows of three. */
const listedInView = 6;

/** Adds the stored placeholder to the first image of each of the first `visibleCount` cards. */
export async function withPlaceholders(
  shop: Shop,
  products: readonly ProductCardData[],
  visibleCount: number,
): Promise<ProductCardData[]> {
  const files = products.slice(0, visibleCount).map(({ pictures }) => pictures[0]?.file);
  const placeholders = await findPlaceholders(shop, files);
  return products.map((product, index) => {
    const [first, ...others] = product.pictures;
    const placeholder = first && index < visibleCount ? placeholders[first.file] : undefined;
    return placeholder && first ? { ...product, pictures: [{ ...first, placeholder }, ...others] } : product;
  });
}

/** Returns the listing with only the fields that product cards show, and with placeholders for the first cards. */
export async function toShownListing(shop: Shop, listing: Listing): Promise<ShownListing> {
  const cards = listing.products.map(trimProductCardData);
  return { ...listing, products: await withPlaceholders(shop, cards, listedInView) };
}
