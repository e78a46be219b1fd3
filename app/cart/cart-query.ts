import type { CustomerQuery } from '../customers/customer-query.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { Cart } from './contract.ts';

/** The signed-in shopper's cart. The calls come with the first question: a guest's page does not carry them. */
export const cartQuery: CustomerQuery<Cart> = {
  key: 'cart',
  fetch: async (signal) => {
    const { fetchCart } = await import('./cart-api.ts').catch(() => {
      throw new RequestFailed(unreachableMessage);
    });
    return fetchCart(signal);
  },
};
