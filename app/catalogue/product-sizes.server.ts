import { inArray, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { listVariantsInUse, readStockLevels, removeStock } from '../stock/stock.server.ts';
import { ProductChanged, SizeInUse } from './contract.ts';
import { insertVariants, variantIdOf } from './create-product.server.ts';
import type { AdminProduct } from './for-staff/contract.ts';
import type { SizeInput } from './product-rules.ts';
import { variants } from './tables.server.ts';

/**
 * Replaces the sizes of a locked product by `input`, in the order of `input`. Sizes with an id keep their id and their stock. New
 * sizes get their initial stock.
 * @throws SizeInUse (409) if a removed size is ordered or held; ProductChanged (409) for an unknown id
 */
export async function saveSizes(shop: Shop, product: AdminProduct, input: readonly SizeInput[]) {
  const existing = new Map(product.sizes.map((size) => [size.id, size]));
  const inputIds = input.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (inputIds.some((id) => !existing.has(id)) || new Set(inputIds).size < inputIds.length)
    throw ProductChanged();
  const removed = product.sizes.filter(({ id }) => !inputIds.includes(id));
  await removeSizes(shop, removed);

  const usedIds = new Set(inputIds);
  const rows = input.map(({ id, label, quantity = 0 }, position) => {
    const variantId = id ?? unusedId(variantIdOf(product.id, label), usedIds);
    usedIds.add(variantId);
    return {
      id: variantId,
      productId: product.id,
      label: label?.trim() || null,
      position,
      quantity,
      isNew: !id,
    };
  });
  const isUnchanged =
    rows.length === product.sizes.length &&
    rows.every(({ id, label, isNew }, index) => {
      const before = product.sizes[index];
      return !isNew && before?.id === id && before.label === label;
    });
  if (isUnchanged) return;

  // Give all sizes temporary positions and labels first, because the database checks after each statement that they are unique.
  if (inputIds.length > 0) {
    await shop.db
      .update(variants)
      .set({ position: sql`${variants.position} + 1000`, label: sql`'~' || ${variants.id}` })
      .where(inArray(variants.id, inputIds));
  }
  for (const { id, label, position, isNew } of rows) {
    if (!isNew) await shop.db.update(variants).set({ label, position }).where(sql`${variants.id} = ${id}`);
  }
  const fresh = rows.filter(({ isNew }) => isNew);
  if (fresh.length > 0) await insertVariants(shop, fresh, 'first stock');
}

function unusedId(preferred: string, usedIds: ReadonlySet<string>): string {
  if (!usedIds.has(preferred)) return preferred;
  for (let number = 2; ; number++) {
    if (!usedIds.has(`${preferred}-${number}`)) return `${preferred}-${number}`;
  }
}

/** Deletes variants. Keeps their stock levels at zero, because stock movements refer to them. */
async function removeSizes(shop: Shop, removed: AdminProduct['sizes']): Promise<void> {
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id).toSorted();
  const inUse = await listVariantsInUse(shop, ids);
  if (inUse.length > 0) {
    const names = removed.filter(({ id }) => inUse.includes(id)).map(({ label }) => label ?? 'the one size');
    throw SizeInUse(undefined, [
      { field: 'sizes', message: `In an order or being paid for: ${names.join(', ')}.` },
    ]);
  }
  for (const { variantId, onHand } of await readStockLevels(shop, ids)) {
    if (onHand > 0) await removeStock(shop, variantId, onHand, 'size taken off');
  }
  await shop.db.delete(variants).where(inArray(variants.id, ids));
}
