import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NotReadyToPublish, ProductChanged } from './contract.ts';
import type { AdminProduct, ProductState } from './for-staff/contract.ts';
import { missingToPublish } from './product-rules.ts';
import { lockProduct, readStaffProduct } from './products-for-staff.server.ts';
import { products } from './tables.server.ts';

/**
 * Hangs a piece up in the shop (`live`), takes it down (`draft`), or puts it away (`archived`), if nobody has changed
 * it since `version`. Throws `changed-meanwhile` (409), `not-ready` (409) whose fields name what is missing, and
 * `no-such-product` (404). Nothing of a piece is ever deleted: orders speak of it.
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
