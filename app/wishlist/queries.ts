import { type OwnQuery, setOwn } from '../customers/customer-query.ts';
import { CallFailed, unreachable } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import type { Hearts, Share, Wishlist } from './contract.ts';

/** The calls come with a shopper's first question: hearts stand on every page, and a guest's never ask. */
export const openCalls = () =>
  import('./wishlist-api.ts').catch(() => {
    throw new CallFailed(unreachable);
  });

/** Which pieces have a full heart. */
export const heartsQuery: OwnQuery<Hearts> = {
  key: 'hearts',
  fetch: async (signal) => (await openCalls()).fetchHearts(signal),
};

/** The pieces themselves. */
export const wishlistQuery: OwnQuery<Wishlist> = {
  key: 'wishlist',
  async fetch(signal) {
    const list = await (await openCalls()).fetchWishlist(signal);
    // The hearts need not ask for what is known now. They are full before the list is shown: one that is still empty
    // would save its piece again instead of taking it off.
    await setOwn(heartsQuery, () => ({ proIds: list.items.map(({ proId }) => proId) }));
    return list;
  },
};

/** Whether the list is shared, and where. */
export const shareQuery: OwnQuery<Share> = {
  key: 'wishlist-share',
  fetch: async (signal) => (await openCalls()).fetchShare(signal),
};

/** Tells the shopper why it did not work, after `before`. Whose session has ended has been told so already. */
export function tellWhy(error: unknown, before: string): void {
  if (error instanceof CallFailed && error.status === 401) return;
  notify(`${before} ${error instanceof CallFailed ? error.message : unreachable}`);
}
