import { z } from '@hono/zod-openapi';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { shopper } from '../customers/signed-in.server.ts';
import { endpoint, router } from '../foundation/http/endpoint.server.ts';
import { Hearts, Share, Wished, Wishlist, WishlistFull } from './contract.ts';
import { findShare, shareList, unshareList } from './share.server.ts';
import { changeWishlist, clearWishlist, listWishlistIds, listWishlistProducts } from './wishlist.server.ts';

const params = z.object({
  productId: z.string().trim().min(1, 'Which piece, please?').max(64, 'That is too long.'),
});

/** Register the fixed paths first, because `/wishlist/{productId}` matches them too. */
export const wishlistEndpoints = router('Wishlist', [
  endpoint({
    id: 'getWishlist',
    method: 'get',
    path: '/wishlist/get',
    summary: 'List the products of the wishlist, newest first',
    access: shopper,
    response: Wishlist,
    run: async ({ shop, customer }) => ({ items: await listWishlistProducts(shop, customer.id) }),
  }),
  endpoint({
    id: 'listWishlistIds',
    method: 'get',
    path: '/wishlist/hearts',
    summary: 'List the numbers of the products on the wishlist',
    access: shopper,
    response: Hearts,
    run: async ({ shop, customer }) => ({ proIds: await listWishlistIds(shop, customer.id) }),
  }),
  endpoint({
    id: 'clearWishlist',
    method: 'delete',
    path: '/wishlist/all',
    summary: 'Clear the wishlist',
    access: shopper,
    response: Hearts,
    async run({ shop, customer }) {
      await clearWishlist(shop, customer.id);
      return { proIds: [] };
    },
  }),
  endpoint({
    id: 'getWishlistShare',
    method: 'get',
    path: '/wishlist/share',
    summary: 'Read the address of the shared wishlist; `null` while it is not shared',
    access: shopper,
    response: Share,
    run: ({ shop, customer }) => findShare(shop, customer.id),
  }),
  endpoint({
    id: 'shareWishlist',
    method: 'post',
    path: '/wishlist/share',
    summary: 'Share the wishlist at a secret address',
    description: 'A wishlist that is already shared keeps its address.',
    access: shopper,
    response: Share,
    run: ({ shop, customer }) => shareList(shop, customer.id),
  }),
  endpoint({
    id: 'unshareWishlist',
    method: 'delete',
    path: '/wishlist/share',
    summary: 'Stop sharing the wishlist',
    access: shopper,
    response: Share,
    run: ({ shop, customer }) => unshareList(shop, customer.id),
  }),
  endpoint({
    id: 'toggleWish',
    method: 'post',
    path: '/wishlist/{productId}',
    summary: 'Add a product to the wishlist, or remove it if it is there',
    description:
      'Takes no body. Not idempotent: calling it twice undoes it. Use PUT and DELETE if requests may be retried.',
    access: shopper,
    params,
    response: Wished,
    problems: [NoSuchProduct, WishlistFull],
    run: ({ shop, customer, params }) => changeWishlist(shop, 'toggle', customer.id, params.productId),
  }),
  endpoint({
    id: 'addToWishlist',
    method: 'put',
    path: '/wishlist/{productId}',
    summary: 'Add a product to the wishlist',
    access: shopper,
    params,
    response: Wished,
    problems: [NoSuchProduct, WishlistFull],
    run: ({ shop, customer, params }) => changeWishlist(shop, 'add', customer.id, params.productId),
  }),
  endpoint({
    id: 'removeFromWishlist',
    method: 'delete',
    path: '/wishlist/{productId}',
    summary: 'Remove a product from the wishlist',
    access: shopper,
    params,
    response: Wished,
    run: ({ shop, customer, params }) => changeWishlist(shop, 'remove', customer.id, params.productId),
  }),
]);
