import { desc, eq } from 'drizzle-orm';
import { variants } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { ExportedCartLine } from './contract.ts';
import { cartLines } from './tables.server.ts';

/** Lists the lines of a customer's cart, newest first, for the export of their personal data. */
export async function exportCart(shop: Shop, customerId: string): Promise<ExportedCartLine[]> {
  const rows = await shop.db
    .select({ proId: variants.productId, quantity: cartLines.quantity, addedAt: cartLines.addedAt })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(eq(cartLines.customerId, customerId))
    .orderBy(desc(cartLines.addedAt), cartLines.id);
  return rows.map(({ addedAt, ...line }) => ({ ...line, addedAt: addedAt.toISOString() }));
}
