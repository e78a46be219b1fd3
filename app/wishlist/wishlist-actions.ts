import type { Product } from '../catalogue/contract.ts';
import { refreshCustomerData, setCustomerData } from '../customers/customer-query.ts';
import { currentSession } from '../customers/session.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { createStore } from '../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { notifyError } from '../foundation/ui/notices.ts';
import type { Hearts, Share, Wishlist } from './contract.ts';
import { applyWish, type PendingWish, type PendingWishes } from './rules.ts';

/** Loads the wishlist's API client with the first request, because every page shows hearts but guests send no request. */
export const loadWishlistApi = () =>
  import('./wishlist-api.ts').catch(() => {
    throw new RequestFailed(unreachableMessage);
  });

/** Query of the products whose hearts are full. */
export const heartsQuery: Query<Hearts> = {
  key: ['hearts'],
  fetch: async (signal) => (await loadWishlistApi()).fetchHearts(signal),
};

export const wishlistQuery: Query<Wishlist> = {
  key: ['wishlist'],
  async fetch(signal) {
    const list = await (await loadWishlistApi()).fetchWishlist(signal);
    // Fill the hearts before the list is shown, because a press on an empty heart would save the product again instead of
    // removing it.
    await setCustomerData(heartsQuery, () => ({ proIds: list.items.map(({ proId }) => proId) }));
    return list;
  },
};

export const shareQuery: Query<Share> = {
  key: ['wishlist-share'],
  fetch: async (signal) => (await loadWishlistApi()).fetchShare(signal),
};

export type WishlistProduct = Pick<Product, 'proId' | 'productName'>;

/** Time in milliseconds from the last response until the wishlist is fetched again. */
const refreshAfterMs = 300;

/**
 * The last press of each heart in this tab. After the response, the press is kept until the wishlist has been fetched again.
 * Until then, the heart shows this press instead of the server's state.
 */
export const pendingWishes = createStore<PendingWishes>(new Map());

let inProgress = 0;
let refresh: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves the product on the customer's wishlist, or removes it, and shows the change at once. While a request for the product is
 * in progress, further presses of its heart wait, and only the last of them is sent. On failure, reverts the heart and shows the
 * error. Resolves to true if the change is saved and no later press of the heart has replaced it. Never rejects.
 */
export async function saveWish(product: WishlistProduct, wished: boolean): Promise<boolean> {
  const token = currentSession()?.token;
  if (!token) return false;
  const wish = { wished, token };
  pendingWishes.write(new Map(pendingWishes.read()).set(product.proId, wish));
  clearTimeout(refresh);
  inProgress += 1;
  try {
    return await serialQueue(`wish ${product.proId}`, () => sendIfLast(product, wish));
  } finally {
    inProgress -= 1;
    if (inProgress === 0) refresh = setTimeout(refreshWishes, refreshAfterMs);
  }
}

async function sendIfLast({ proId, productName }: WishlistProduct, wish: PendingWish): Promise<boolean> {
  const isLast = () => pendingWishes.read().get(proId) === wish;
  if (!isLast() || currentSession()?.token !== wish.token) return false;
  const { wished } = wish;
  try {
    await (await loadWishlistApi()).sendWish(proId, wished);
  } catch (error) {
    if (!isLast()) return false;
    clearPendingWishes(new Set([wish]));
    notifyError(error, `${productName} was not ${wished ? 'saved' : 'removed'}.`);
    return false;
  }
  // Ignore the error if the query cache cannot be loaded: the refresh that follows then fails too, and shows the error.
  await showSaved(proId, wished).catch(() => undefined);
  return isLast();
}

async function showSaved(proId: string, wished: boolean): Promise<void> {
  await setCustomerData(
    heartsQuery,
    (hearts) => hearts && { proIds: applyWish(hearts.proIds, proId, wished) },
  );
  if (wished) return;
  await setCustomerData(
    wishlistQuery,
    (wishlist) => wishlist && { items: wishlist.items.filter((item) => item.proId !== proId) },
  );
}

async function refreshWishes(): Promise<void> {
  const confirmed = new Set(pendingWishes.read().values());
  try {
    await Promise.all([refreshCustomerData(heartsQuery), refreshCustomerData(wishlistQuery)]);
  } catch (error) {
    notifyError(error, 'Your wishlist could not be loaded again.');
  }
  clearPendingWishes(confirmed);
}

/** Removes the given presses from the pending ones. Keeps a later press of the same heart. */
function clearPendingWishes(wishes: ReadonlySet<PendingWish>): void {
  pendingWishes.write(new Map([...pendingWishes.read()].filter(([, wish]) => !wishes.has(wish))));
}
