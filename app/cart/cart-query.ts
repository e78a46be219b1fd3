import type { Query } from '../foundation/browser/queries.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { Cart } from './contract.ts';

/** Query of the customer's cart. Loads the API client with the first request, because guests never send this request. */
export const cartQuery: Query<Cart> = {
  key: ['cart'],
  fetch: async (signal) => {
    const { fetchCart } = await import('./cart-api.ts').catch(() => {
      throw new RequestFailed(unreachableMessage);
    });
    return fetchCart(signal);
  },
};
