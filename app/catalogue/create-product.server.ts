import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { createStockLevels, receiveStock } from '../stock/stock.server.ts';
import type { ProductImage, TextileAttributes } from './contract.ts';
import { indexSearchText, searchOf } from './product-text.server.ts';
import {
  categories,
  crafts,
  fabrics,
  productCrafts,
  productFabrics,
  productImages,
  products,
  variants,
} from './tables.server.ts';

/** A piece as it is written down before it stands on the shelf. */
export type NewProduct = {
  id: string;
  categoryId: string;
  name: string;
  pricePaise: number;
  mrpPaise: number | null;
  colour: string | null;
  colourFamily: string | null;
  type: string | null;
  pattern: string | null;
  attributes: TextileAttributes;
  video: string | null;
  position: number;
  createdAt: Date;
  /** False for a draft, which no shopper sees. */
  published?: boolean;
  /** Names of crafts and fabrics, at most five each, the leading one first. They must exist. */
  crafts: readonly string[];
  fabrics: readonly string[];
  images: readonly ProductImage[];
  /** Sizes and how many of each, at least one; one entry with the label `null` for a piece without sizes. */
  sizes: readonly { label: string | null; quantity: number }[];
};

/** The name of a new variant: the piece's number, and its size where it has one. */
export function variantIdOf(productId: string, label: string | null): string {
  const size = label?.trim().replace(/[^\p{L}\p{N}]+/gu, '-');
  return size ? `${productId}-${size}` : productId;
}

/**
 * Puts new pieces into the catalogue and onto the shelf, in one transaction and a fixed number of statements. Throws
 * an Error for a piece without sizes, or of a craft or fabric that is not written down: bugs of the caller.
 */
export async function insertProducts(
  shop: Shop,
  newProducts: readonly NewProduct[],
  reason: string,
): Promise<void> {
  if (newProducts.length === 0) return;
  const sizeless = newProducts.find(({ sizes }) => sizes.length === 0);
  if (sizeless) throw new Error(`${sizeless.id} has no size: nothing of it could ever be sold`);
  await inTransaction(shop, async (tx) => {
    const { db } = tx;
    const categoryNames = await db.select({ id: categories.id, name: categories.name }).from(categories);
    const craftIds = await db.select({ id: crafts.id, name: crafts.name }).from(crafts);
    const fabricIds = await db.select({ id: fabrics.id, name: fabrics.name }).from(fabrics);
    const categoryName = new Map(categoryNames.map(({ id, name }) => [id, name]));
    const found = (product: NewProduct) => ({
      ...product,
      category: categoryName.get(product.categoryId) ?? '',
    });
    await db.insert(products).values(
      newProducts.map((product) => ({
        ...columnsOf(product),
        search: searchOf(found(product)),
      })),
    );
    const craftsOfProducts = newProducts.flatMap(({ id: productId, crafts: names }) =>
      idsOf(names, craftIds).map((craftId, position) => ({ productId, craftId, position })),
    );
    if (craftsOfProducts.length > 0) await db.insert(productCrafts).values(craftsOfProducts);
    const fabricsOfProducts = newProducts.flatMap(({ id: productId, fabrics: names }) =>
      idsOf(names, fabricIds).map((fabricId, position) => ({ productId, fabricId, position })),
    );
    if (fabricsOfProducts.length > 0) await db.insert(productFabrics).values(fabricsOfProducts);
    const imagesOfProducts = newProducts.flatMap(({ id: productId, images }) =>
      images.map((image, position) => ({ ...image, productId, position })),
    );
    if (imagesOfProducts.length > 0) await db.insert(productImages).values(imagesOfProducts);
    const all = newProducts.flatMap((product) =>
      product.sizes.map(({ label, quantity }, position) => ({
        id: variantIdOf(product.id, label),
        productId: product.id,
        label,
        position,
        quantity,
      })),
    );
    await createStockLevels(
      tx,
      all.map(({ id }) => id),
    );
    await db.insert(variants).values(all.map(({ quantity: _quantity, ...variant }) => variant));
    await receiveStock(
      tx,
      all.map(({ id, quantity }) => ({ variantId: id, change: quantity })),
      reason,
    );
    await indexSearchText(tx, newProducts.map(found));
  });
}

function columnsOf({
  crafts: _crafts,
  fabrics: _fabrics,
  images: _images,
  sizes: _sizes,
  ...columns
}: NewProduct) {
  return columns;
}

/** The ids of the named crafts or fabrics. Throws an Error for a name that is not written down: a bug of the caller. */
export function idsOf(names: readonly string[], known: readonly { id: number; name: string }[]): number[] {
  return names.map((name) => {
    const one = known.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
    if (!one) throw new Error(`There is no craft or fabric called ${name}`);
    return one.id;
  });
}
