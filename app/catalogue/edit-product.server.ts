import { eq, sql } from 'drizzle-orm';
import type { FieldError } from '../foundation/http/problem.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import {
  InvalidProduct,
  NoSuchCategory,
  NotReadyToPublish,
  NumberInUse,
  ProductChanged,
} from './contract.ts';
import { insertProducts, type NewProduct } from './create-product.server.ts';
import type { AdminProduct, ProductState } from './for-staff/contract.ts';
import { listCategoriesForStaff, lockProduct, readStaffProduct } from './for-staff/read-products.server.ts';
import { labelProduct, saveLabels } from './labels.server.ts';
import { lockNumbers, proposeNumber } from './product-number.server.ts';
import { inputOf, missingToPublish, type ProductInput, problemsIn } from './product-rules.ts';
import { saveSizes } from './product-sizes.server.ts';
import { reindexSearchText, searchOf } from './product-text.server.ts';
import { products } from './tables.server.ts';

/** A new product. `id` is set if the staff have chosen the product number. */
type CreatedProduct = ProductInput & { id?: string | undefined };

/**
 * Creates a product as a draft. If no number is given, uses the next number of the category. Inserts new crafts and fabrics.
 * @throws InvalidProduct (400); NoSuchCategory (404); NumberInUse (409)
 */
export async function createProduct(shop: Shop, { id: requestedId, ...input }: CreatedProduct) {
  throwIfInvalid(problemsIn(input));
  return inTransaction(shop, async (tx) => {
    await readCategoryName(tx, input.categoryId);
    await lockNumbers(tx);
    const id = requestedId?.trim() || (await proposeNumber(tx, input.categoryId));
    const [other] = await tx.db
      .select({ id: products.id })
      .from(products)
      .where(sql`upper(${products.id}) = upper(${id})`);
    if (other)
      throw NumberInUse(undefined, [
        { field: 'id', message: `${other.id} is the number of another product.` },
      ]);
    const { sizes, ...rest } = trimmed(input);
    await saveLabels(tx, rest);
    const draft: NewProduct = {
      ...rest,
      id,
      video: null,
      position: 0,
      createdAt: tx.clock.now(),
      published: false,
      images: [],
      sizes: sizes.map(({ label, quantity = 0 }) => ({ label, quantity })),
    };
    await insertProducts(tx, [draft], 'first stock');
    return readStaffProduct(tx, id);
  });
}

/**
 * Updates a product and its search texts. The stock of existing sizes does not change.
 * @throws ProductChanged (409) if its version is not `version`; InvalidProduct (400); NoSuchProduct (404); NoSuchCategory
 * (404); SizeInUse (409)
 */
export async function editProduct(shop: Shop, id: string, version: number, product: ProductInput) {
  throwIfInvalid(problemsIn(product));
  const written = trimmed(product);
  return inTransaction(shop, async (tx) => {
    const before = await lockProduct(tx, id);
    if (before.version !== version) throw ProductChanged();
    const category = await readCategoryName(tx, written.categoryId);
    const { sizes, crafts, fabrics, ...columns } = written;
    await saveSizes(tx, before, sizes);
    await labelProduct(tx, before.id, { crafts, fabrics });
    const after = { ...written, id: before.id, category };
    await tx.db
      .update(products)
      .set({ ...columns, search: searchOf(after), version: sql`${products.version} + 1` })
      .where(eq(products.id, before.id));
    await reindexSearchText(tx, { ...before, category: before.categoryName }, after);
    return readStaffProduct(tx, before.id);
  });
}

/**
 * Creates a draft copy of a product. The copy has the same texts, crafts, fabrics and sizes, but a new number, no images and no
 * stock.
 */
export async function duplicateProduct(shop: Shop, id: string): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const { name, sizes, ...copied } = inputOf(await readStaffProduct(tx, id));
    return createProduct(tx, {
      ...copied,
      name: `${name} (copy)`,
      sizes: sizes.map(({ label }) => ({ label, quantity: 0 })),
    });
  });
}

/**
 * Publishes (`live`), unpublishes (`draft`) or archives (`archived`) a product. Products are never deleted, because orders refer
 * to them.
 * @throws ProductChanged (409) if its version is not `version`; NotReadyToPublish (409), whose fields name what is missing;
 * NoSuchProduct (404)
 */
export async function setProductState(shop: Shop, id: string, version: number, state: ProductState) {
  return inTransaction(shop, async (tx) => {
    const before = await lockProduct(tx, id);
    if (before.version !== version) throw ProductChanged();
    if (before.state === state) return before;
    if (state === 'live') {
      const missing = missingToPublish(before);
      if (missing.length > 0) throw NotReadyToPublish(undefined, missing);
    }
    await tx.db
      .update(products)
      .set({
        published: state === 'live',
        archivedAt: state === 'archived' ? tx.clock.now() : null,
        version: sql`${products.version} + 1`,
      })
      .where(eq(products.id, before.id));
    return readStaffProduct(tx, before.id);
  });
}

function throwIfInvalid(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first) throw InvalidProduct(errors.length === 1 ? first.message : undefined, errors);
}

async function readCategoryName(shop: Shop, id: string): Promise<string> {
  const category = (await listCategoriesForStaff(shop)).find((row) => row.id === id);
  if (!category)
    throw NoSuchCategory(undefined, [{ field: 'category', message: 'Please choose a category.' }]);
  return category.name;
}

const emptyToNull = (text: string | null) => text?.trim() || null;

function trimmed(product: ProductInput): ProductInput {
  return {
    ...product,
    name: product.name.trim(),
    colour: emptyToNull(product.colour),
    colourFamily: emptyToNull(product.colourFamily),
    type: emptyToNull(product.type),
    pattern: emptyToNull(product.pattern),
    crafts: product.crafts.map((name) => name.trim()),
    fabrics: product.fabrics.map((name) => name.trim()),
    sizes: product.sizes.map((size) => ({ ...size, label: emptyToNull(size.label) })),
  };
}
