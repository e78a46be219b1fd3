import type { OwnQuery } from '../customers/customer-query.ts';
import { CallFailed, unreachable } from '../foundation/http/api-client.ts';
import type { Cart } from './contract.ts';

/** The signed-in shopper's cart. The calls come with the first question: a guest's page does not carry them. */
export const cartQuery: OwnQuery<Cart> = {
  key: 'cart',
  fetch: async (signal) => {
    const { fetchCart } = await import('./cart-api.ts').catch(() => {
      throw new CallFailed(unreachable);
    });
    return fetchCart(signal);
  },
};
