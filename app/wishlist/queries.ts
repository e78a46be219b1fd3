import { setCustomerData } from '../customers/customer-query.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import type { Hearts, Share, Wishlist } from './contract.ts';

/** Loads the wishlist's API client with the first request: every page shows hearts, and guests send no request. */
export const loadWishlistApi = () =>
  import('./wishlist-api.ts').catch(() => {
    throw new RequestFailed(unreachableMessage);
  });

/** Query of the products whose hearts are full. */
export const heartsQuery: Query<Hearts> = {
  key: ['hearts'],
  fetch: async (signal) => (await loadWishlistApi()).fetchHearts(signal),
};

/** Query of the products on the wishlist. */
export const wishlistQuery: Query<Wishlist> = {
  key: ['wishlist'],
  async fetch(signal) {
    const list = await (await loadWishlistApi()).fetchWishlist(signal);
    // Fill the hearts before the list is shown: a press on an empty heart would save the product again instead of removing it.
    await setCustomerData(heartsQuery, () => ({ proIds: list.items.map(({ proId }) => proId) }));
    return list;
  },
};

/** Query of the wishlist's share link. */
export const shareQuery: Query<Share> = {
  key: ['wishlist-share'],
  fetch: async (signal) => (await loadWishlistApi()).fetchShare(signal),
};

/** Shows `before` and the error message. Shows nothing after a 401, because the end of the session is shown already. */
export function notifyError(error: unknown, before: string): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(`${before} ${error instanceof RequestFailed ? error.message : unreachableMessage}`);
}
