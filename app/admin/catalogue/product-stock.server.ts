import { lockProduct, readStaffProduct } from '../../catalogue/products-for-staff.server.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { NotEnoughStock } from '../../stock/contract.ts';
import { adjustStock } from '../../stock/stock.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import type { AdminProduct, StockReason } from './contract.ts';
import { NoSuchSize } from './editor/problems.ts';
import { toAdminProduct } from './products.server.ts';

type Change = { size: string; change: number; reason: StockReason };

/**
 * Changes how many of a size stand on the shelf, with a reason. Throws `no-such-size` (404), and `not-enough-stock`
 * (409) where fewer are free: what somebody is paying for right now stays.
 */
export async function adjustProductStock(
  tx: Tx,
  id: string,
  { size, change, reason }: Change,
): Promise<Audited<AdminProduct>> {
  const product = await lockProduct(tx, id);
  const variant = product.sizes.find((one) => one.id === size);
  if (!variant) throw NoSuchSize();
  if (change < 0 && variant.available < -change) throw NotEnoughStock(inText(variant));
  await adjustStock(tx, size, change, reason);
  return {
    id: product.id,
    before: { stock: variant.onHand },
    after: { stock: variant.onHand + change, size: variant.label, change, reason },
    result: toAdminProduct(await readStaffProduct(tx, product.id)),
  };
}

function inText({ onHand, available }: { onHand: number; available: number }): string {
  if (available === onHand) return onHand === 0 ? 'None is left of it.' : `Only ${onHand} left.`;
  return available === 0
    ? 'Somebody is paying for it right now. Look again in fifteen minutes: it is free again if they do not.'
    : `Only ${available} can be taken: somebody is paying for the rest right now.`;
}
