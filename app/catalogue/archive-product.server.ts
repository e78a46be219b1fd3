import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NotReadyForShop, PieceChanged } from './contract.ts';
import { missingForShop, type PieceState } from './product-rules.ts';
import { lockPiece, readStaffPiece, type StaffPiece } from './products-for-staff.server.ts';
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
  state: PieceState,
): Promise<StaffPiece> {
  return inTransaction(shop, async (inside) => {
    const before = await lockPiece(inside, id);
    if (before.version !== version) throw PieceChanged();
    if (before.state === state) return before;
    if (state === 'live') {
      const missing = missingForShop(before);
      if (missing.length > 0) throw NotReadyForShop(undefined, missing);
    }
    await inside.db
      .update(products)
      .set({
        published: state === 'live',
        archivedAt: state === 'archived' ? inside.clock.now() : null,
        version: sql`${products.version} + 1`,
      })
      .where(eq(products.id, before.id));
    return readStaffPiece(inside, before.id);
  });
}
