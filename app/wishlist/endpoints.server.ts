import { createRoute, z } from '@hono/zod-openapi';
import { forSignedIn, notSignedInResponse } from '../customers/signed-in.server.ts';
import { createRouter, errorResponses, respond } from '../foundation/http/http.server.ts';
import { Hearts, Share, Wished, Wishlist, WishlistFull } from './contract.ts';
import { findShare, shareList, unshareList } from './share.server.ts';
import { addWish, clearWishes, listHearts, listWishes, removeWish, toggleWish } from './wishlist.server.ts';

const tags = ['Wishlist'];

const params = z.object({
  productId: z.string().trim().min(1, 'Which piece, please?').max(64, 'That is too long.'),
});

const refusedFull = { 409: { ...errorResponses[400], description: WishlistFull().message } };
const shared = respond('The address of the shared list', Share);
const wished = respond('Whether the piece is on the list now, and which pieces are', Wished);

/** The fixed paths stand first, so that none of them is taken for a piece's number. */
export const wishlist = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/wishlist/get',
      tags,
      summary: 'The pieces of the shopper’s wishlist, the newest wish first',
      ...forSignedIn,
      responses: { 200: respond('The wishlist', Wishlist), ...notSignedInResponse },
    }),
    async (c) => c.json({ items: await listWishes(c.get('shop'), c.get('visitor').id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/wishlist/hearts',
      tags,
      summary: 'Only which pieces are on the wishlist',
      ...forSignedIn,
      responses: { 200: respond('The pieces’ numbers', Hearts), ...notSignedInResponse },
    }),
    async (c) => c.json({ proIds: await listHearts(c.get('shop'), c.get('visitor').id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/wishlist/all',
      tags,
      summary: 'Clears the wishlist',
      ...forSignedIn,
      responses: { 200: respond('The empty wishlist', Hearts), ...notSignedInResponse },
    }),
    async (c) => {
      await clearWishes(c.get('shop'), c.get('visitor').id);
      return c.json({ proIds: [] }, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/wishlist/share',
      tags,
      summary: 'Where the wishlist is shared; `null` while it is not',
      ...forSignedIn,
      responses: { 200: shared, ...notSignedInResponse },
    }),
    async (c) => c.json(await findShare(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/wishlist/share',
      tags,
      summary: 'Shares the wishlist: whoever has the address may look at it',
      description: 'A list that is shared already keeps its address.',
      ...forSignedIn,
      responses: { 200: shared, ...notSignedInResponse },
    }),
    async (c) => c.json(await shareList(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/wishlist/share',
      tags,
      summary: 'Ends the sharing: the address leads nowhere any more',
      ...forSignedIn,
      responses: { 200: shared, ...notSignedInResponse },
    }),
    async (c) => c.json(await unshareList(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/wishlist/{productId}',
      tags,
      summary: 'Puts the piece on the wishlist, or takes it off if it is there',
      description: 'Without a body. Sent twice it does nothing: use PUT and DELETE where calls are repeated.',
      ...forSignedIn,
      request: { params },
      responses: {
        200: wished,
        400: errorResponses[400],
        ...notSignedInResponse,
        404: errorResponses[404],
        ...refusedFull,
      },
    }),
    async (c) =>
      c.json(await toggleWish(c.get('shop'), c.get('visitor').id, c.req.valid('param').productId), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/wishlist/{productId}',
      tags,
      summary: 'Puts the piece on the wishlist',
      ...forSignedIn,
      request: { params },
      responses: {
        200: wished,
        400: errorResponses[400],
        ...notSignedInResponse,
        404: errorResponses[404],
        ...refusedFull,
      },
    }),
    async (c) =>
      c.json(await addWish(c.get('shop'), c.get('visitor').id, c.req.valid('param').productId), 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/wishlist/{productId}',
      tags,
      summary: 'Takes the piece off the wishlist',
      ...forSignedIn,
      request: { params },
      responses: { 200: wished, 400: errorResponses[400], ...notSignedInResponse },
    }),
    async (c) =>
      c.json(await removeWish(c.get('shop'), c.get('visitor').id, c.req.valid('param').productId), 200),
  );
