import { findPlaceholders } from '../foundation/files/placeholders.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Listing } from './contract.ts';
import { type ShownListing, toShown } from './listing/listing-products.tsx';
import type { ProductCardData } from './product-card/product-card.tsx';

/** What stands on a listing's first screen at most: two rows of three. */
const listedInView = 6;

/** Gives the first picture of the first `inView` cards its placeholder. */
export async function withPlaceholders(
  shop: Shop,
  products: readonly ProductCardData[],
  visibleCount: number,
): Promise<ProductCardData[]> {
  const files = products.slice(0, visibleCount).map(({ pictures }) => pictures[0]?.file);
  const placeholders = await findPlaceholders(shop, files);
  return products.map((product, at) => {
    const [first, ...others] = product.pictures;
    const placeholder = first && at < visibleCount ? placeholders[first.file] : undefined;
    return placeholder && first ? { ...product, pictures: [{ ...first, placeholder }, ...others] } : product;
  });
}

/** Returns a listing as its screen needs it. */
export async function toShownListing(shop: Shop, listing: Listing): Promise<ShownListing> {
  const shown = toShown(listing);
  return { ...shown, products: await withPlaceholders(shop, shown.products, listedInView) };
}
