import { findPlaceholders } from '../foundation/files/placeholders.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Listing } from './contract.ts';
import { type ShownListing, toShown } from './listing/listing-products.tsx';
import type { CardProduct } from './product-card/product-card.tsx';

/** What stands on a listing's first screen at most: two rows of three. */
const listedInView = 6;

/** Gives the first picture of the first `inView` cards its placeholder. */
export async function withPlaceholders(
  shop: Shop,
  cards: readonly CardProduct[],
  inView: number,
): Promise<CardProduct[]> {
  const files = cards.slice(0, inView).map(({ pictures }) => pictures[0]?.file);
  const placeholders = await findPlaceholders(shop, files);
  return cards.map((card, at) => {
    const [first, ...others] = card.pictures;
    const placeholder = first && at < inView ? placeholders[first.file] : undefined;
    return placeholder && first ? { ...card, pictures: [{ ...first, placeholder }, ...others] } : card;
  });
}

/** Returns a listing as its screen needs it. */
export async function toShownListing(shop: Shop, listing: Listing): Promise<ShownListing> {
  const shown = toShown(listing);
  return { ...shown, products: await withPlaceholders(shop, shown.products, listedInView) };
}
