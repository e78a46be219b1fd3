import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { createStockLevels, receiveStock } from '../stock/stock.server.ts';
import type { ProductImage } from './contract.ts';
import { insertLabelsOf } from './labels.server.ts';
import type { ProductInput } from './product-rules.ts';
import { indexSearchText, searchOf } from './product-text.server.ts';
import { categories, productImages, products, variants } from './tables.server.ts';

/** A product to insert. Its crafts and fabrics must exist. */
export type NewProduct = Omit<ProductInput, 'sizes'> & {
  id: string;
  video: string | null;
  position: number;
  createdAt: Date;
  /** False creates a draft. */
  published?: boolean;
  images: readonly ProductImage[];
  /** At least one size with its initial stock. A product without sizes has one entry with the label `null`. */
  sizes: readonly { label: string | null; quantity: number }[];
};

/** Returns the id of a new variant: the product's number, and its size if it has one. */
export function variantIdOf(productId: string, label: string | null): string {
  const size = label?.trim().replace(/[^\p{L}\p{N}]+/gu, '-');
  return size ? `${productId}-${size}` : productId;
}

/**
 * Inserts products with their variants and initial stock, in one transaction and a fixed number of statements.
 * @throws Error if a product has no sizes, or names a craft or fabric that does not exist. The caller must prevent this
 */
export async function insertProducts(shop: Shop, newProducts: readonly NewProduct[], reason: string) {
  if (newProducts.length === 0) return;
  const sizeless = newProducts.find(({ sizes }) => sizes.length === 0);
  if (sizeless) throw new Error(`${sizeless.id} has no size: nothing of it could ever be sold`);
  await inTransaction(shop, async (tx) => {
    const { db } = tx;
    const categoryNames = await db.select({ id: categories.id, name: categories.name }).from(categories);
    const categoryName = new Map(categoryNames.map(({ id, name }) => [id, name]));
    const withCategory = (product: NewProduct) => ({
      ...product,
      category: categoryName.get(product.categoryId) ?? '',
    });
    await db
      .insert(products)
      .values(newProducts.map((product) => ({ ...product, search: searchOf(withCategory(product)) })));
    await insertLabelsOf(tx, newProducts);
    const imagesOfProducts = newProducts.flatMap(({ id: productId, images }) =>
      images.map((image, position) => ({ ...image, productId, position })),
    );
    if (imagesOfProducts.length > 0) await db.insert(productImages).values(imagesOfProducts);
    const newVariants = newProducts.flatMap((product) =>
      product.sizes.map(({ label, quantity }, position) => ({
        id: variantIdOf(product.id, label),
        productId: product.id,
        label,
        position,
        quantity,
      })),
    );
    await insertVariants(tx, newVariants, reason);
    await indexSearchText(tx, newProducts.map(withCategory));
  });
}

type NewVariant = typeof variants.$inferSelect & { quantity: number };

/** Inserts variants with their initial stock. */
export async function insertVariants(shop: Shop, rows: readonly NewVariant[], reason: string): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await createStockLevels(shop, ids);
  await shop.db.insert(variants).values([...rows]);
  const received = rows.map(({ id, quantity }) => ({ variantId: id, change: quantity }));
  await receiveStock(shop, received, reason);
}
