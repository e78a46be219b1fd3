import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NotReadyToPublish, ProductChanged } from './contract.ts';
import type { AdminProduct, ProductState } from './for-staff/contract.ts';
import { missingToPublish } from './product-rules.ts';
import { lockProduct, readStaffProduct } from './products-for-staff.server.ts';
import { products } from './tables.server.ts';

/**
 * Publishes (`live`), unpublishes (`draft`) or archives (`archived`) a product. It is never deleted, because orders refer to it.
 * @throws ProductChanged (409) if its version is not `version`; NotReadyToPublish (409), with what is missing in its
 * fields; NoSuchProduct (404)
 */
export async function setProductState(
  shop: Shop,
  id: string,
  version: number,
  state: ProductState,
): Promise<AdminProduct> {
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
