import { type CustomerQuery, setCustomerData } from '../customers/customer-query.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import type { Hearts, Share, Wishlist } from './contract.ts';

/** Loads the wishlist's API client with the first request: every page shows hearts, and guests send no request. */
export const loadWishlistApi = () =>
  import('./wishlist-api.ts').catch(() => {
    throw new RequestFailed(unreachableMessage);
  });

/** Which pieces have a full heart. */
export const heartsQuery: CustomerQuery<Hearts> = {
  key: ['hearts'],
  fetch: async (signal) => (await loadWishlistApi()).fetchHearts(signal),
};

/** The pieces themselves. */
export const wishlistQuery: CustomerQuery<Wishlist> = {
  key: ['wishlist'],
  async fetch(signal) {
    const list = await (await loadWishlistApi()).fetchWishlist(signal);
    // The hearts need not ask for what is known now. They are full before the list is shown: one that is still empty
    // would save its piece again instead of taking it off.
    await setCustomerData(heartsQuery, () => ({ proIds: list.items.map(({ proId }) => proId) }));
    return list;
  },
};

/** Whether the list is shared, and where. */
export const shareQuery: CustomerQuery<Share> = {
  key: ['wishlist-share'],
  fetch: async (signal) => (await loadWishlistApi()).fetchShare(signal),
};

/** Tells the shopper why it did not work, after `before`. Whose session has ended has been told so already. */
export function notifyError(error: unknown, before: string): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(`${before} ${error instanceof RequestFailed ? error.message : unreachableMessage}`);
}
