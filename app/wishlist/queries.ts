import { type CustomerQuery, setCustomerData } from '../customers/customer-query.ts';
import { RequestFailed, unreachable } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import type { Hearts, Share, Wishlist } from './contract.ts';

/** The calls come with a shopper's first question: hearts stand on every page, and a guest's never ask. */
export const createWishlistApi = () =>
  import('./wishlist-api.ts').catch(() => {
    throw new RequestFailed(unreachable);
  });

/** Which pieces have a full heart. */
export const heartsQuery: CustomerQuery<Hearts> = {
  key: 'hearts',
  fetch: async (signal) => (await createWishlistApi()).fetchHearts(signal),
};

/** The pieces themselves. */
export const wishlistQuery: CustomerQuery<Wishlist> = {
  key: 'wishlist',
  async fetch(signal) {
    const list = await (await createWishlistApi()).fetchWishlist(signal);
    // The hearts need not ask for what is known now. They are full before the list is shown: one that is still empty
    // would save its piece again instead of taking it off.
    await setCustomerData(heartsQuery, () => ({ proIds: list.items.map(({ proId }) => proId) }));
    return list;
  },
};

/** Whether the list is shared, and where. */
export const shareQuery: CustomerQuery<Share> = {
  key: 'wishlist-share',
  fetch: async (signal) => (await createWishlistApi()).fetchShare(signal),
};

/** Tells the shopper why it did not work, after `before`. Whose session has ended has been told so already. */
export function notifyError(error: unknown, before: string): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(`${before} ${error instanceof RequestFailed ? error.message : unreachable}`);
}
