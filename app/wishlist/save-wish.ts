import type { Product } from '../catalogue/contract.ts';
import { refreshCustomerData, setCustomerData } from '../customers/customer-query.ts';
import { currentSession } from '../customers/session.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { clearPendingWishes, pendingWishes, setPendingWish } from './pending-wishes.ts';
import { heartsQuery, loadWishlistApi, notifyError, wishlistQuery } from './queries.ts';
import { applyWish, type PendingWish } from './rules.ts';

export type WishlistProduct = Pick<Product, 'proId' | 'productName'>;

/** How long after the last change the list is read again. */
const refreshAfterMs = 300;

let underWay = 0;
let refresh: ReturnType<typeof setTimeout> | undefined;

/**
 * Puts the piece on the wishlist, or takes it off. It shows at once. The calls for one piece follow each other, and
 * of several clicks the last one is what the shop is told; where it says no, the heart turns back, with words.
 */
export function saveWish(product: WishlistProduct, wished: boolean): void {
  const token = currentSession()?.token;
  if (!token) return;
  const wish = { wished, token };
  setPendingWish(product.proId, wish);
  clearTimeout(refresh);
  underWay += 1;
  void serialQueue(`wish ${product.proId}`, () => tellShop(product, wish)).finally(() => {
    underWay -= 1;
    if (underWay === 0) refresh = setTimeout(refreshWishes, refreshAfterMs);
  });
}

async function tellShop({ proId, productName }: WishlistProduct, wish: PendingWish): Promise<void> {
  const isLast = () => pendingWishes.read().get(proId) === wish;
  // A later click has taken its place; or it was asked in a session that is over.
  if (!isLast() || currentSession()?.token !== wish.token) return;
  const { wished } = wish;
  try {
    await (await loadWishlistApi()).sendWish(proId, wished);
  } catch (error) {
    if (!isLast()) return;
    clearPendingWishes(new Set([wish]));
    notifyError(error, `${productName} was not ${wished ? 'saved' : 'removed'}.`);
    return;
  }
  // Where this fails, the list is read again in a moment, and that says so.
  await showSaved(proId, wished).catch(() => undefined);
}

async function showSaved(proId: string, wished: boolean): Promise<void> {
  await setCustomerData(heartsQuery, (known) => known && { proIds: applyWish(known.proIds, proId, wished) });
  if (wished) return;
  await setCustomerData(
    wishlistQuery,
    (known) => known && { items: known.items.filter((item) => item.proId !== proId) },
  );
}

async function refreshWishes(): Promise<void> {
  const answered = new Set(pendingWishes.read().values());
  try {
    await Promise.all([refreshCustomerData(heartsQuery), refreshCustomerData(wishlistQuery)]);
  } catch (error) {
    notifyError(error, 'Your wishlist could not be read again.');
  }
  clearPendingWishes(answered);
}
