import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import {
  forSignedIn,
  notSignedInResponse,
  signedIn,
  type VisitorEnv,
} from '../customers/signed-in.server.ts';
import { createRouter, errorResponses, ProblemAnswer, respond } from '../foundation/http/http.server.ts';
import { addToCart, editLine, quoteGuestCart, readCart, removeLine } from './cart.server.ts';
import { mergeGuestCart } from './cart-merge.server.ts';
import { AddToCart, Cart, CartMerge, EditLine, GuestCart, ItemNumber, MergedCart } from './contract.ts';

const tags = ['Cart'];
const wholeCart = respond('The whole cart', Cart);
const notPossible = {
  description: 'It is sold out, or the cart is full.',
  content: { 'application/problem+json': { schema: ProblemAnswer } },
};
const body = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } });
const LineId = z.object({ id: ItemNumber });

/** A call without a body is a call with an empty object: everything in it has a default. */
const bodyMayBeEmpty = createMiddleware<VisitorEnv>(async (c, next) => {
  if ((await c.req.text()).trim() === '') {
    const { url, method, raw } = c.req;
    const headers = new Headers(raw.headers);
    headers.set('content-type', 'application/json');
    headers.delete('content-length');
    c.req.raw = new Request(url, { method, headers, body: '{}' });
    c.req.bodyCache = {};
  }
  await next();
});

/** The cart room's calls. */
export const cart = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/cart/get',
      tags,
      summary: 'The shopper’s cart',
      description: 'Names, prices and stock are the shop’s of this moment; `notes` tell what has changed.',
      ...forSignedIn,
      responses: { 200: wholeCart, ...notSignedInResponse },
    }),
    async (c) => c.json(await readCart(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/cart/get',
      tags,
      summary: 'The shopper’s cart, as GET answers it',
      ...forSignedIn,
      responses: { 200: wholeCart, ...notSignedInResponse },
    }),
    async (c) => c.json(await readCart(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/cart/add/{proId}',
      tags,
      summary: 'Put so many more of a piece into the cart',
      description:
        'One, when nothing is said. A piece that comes in sizes needs one. At most as many as can be sold are in the cart afterwards; `notice` says so.',
      ...forSignedIn,
      middleware: [signedIn, bodyMayBeEmpty] as const,
      request: { params: z.object({ proId: ItemNumber }), body: body(AddToCart) },
      responses: {
        200: wholeCart,
        ...notSignedInResponse,
        400: errorResponses[400],
        404: errorResponses[404],
        409: notPossible,
      },
    }),
    async (c) => {
      const { proId } = c.req.valid('param');
      return c.json(await addToCart(c.get('shop'), c.get('visitor').id, proId, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/cart/remove/{id}',
      tags,
      summary: 'Take a line out of the cart',
      description: 'By the line’s id, by its variant, or by the piece’s number: then in all its sizes.',
      ...forSignedIn,
      request: { params: LineId },
      responses: {
        200: wholeCart,
        ...notSignedInResponse,
        400: errorResponses[400],
        404: errorResponses[404],
      },
    }),
    async (c) => c.json(await removeLine(c.get('shop'), c.get('visitor').id, c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/cart/edit/{id}',
      tags,
      summary: 'Make it so many of a line',
      description:
        'By the line’s id, its variant or its piece. A `price` is ignored: it is the shop’s. At most as many as can be sold are in the cart afterwards; `notice` says so.',
      ...forSignedIn,
      request: { params: LineId, body: { required: true, ...body(EditLine) } },
      responses: {
        200: wholeCart,
        ...notSignedInResponse,
        400: errorResponses[400],
        404: errorResponses[404],
        409: notPossible,
      },
    }),
    async (c) => {
      const { quantity } = c.req.valid('json');
      return c.json(
        await editLine(c.get('shop'), c.get('visitor').id, c.req.valid('param').id, quantity),
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/cart/merge',
      tags,
      summary: 'Bring a guest’s cart into the shopper’s own',
      description:
        'What both have is added up. The same `key` again changes nothing. `waiting` holds the entries whose size is still to be chosen.',
      ...forSignedIn,
      request: { body: { required: true, ...body(CartMerge) } },
      responses: {
        200: respond('The whole cart, and what is waiting', MergedCart),
        ...notSignedInResponse,
        400: errorResponses[400],
        409: notPossible,
      },
    }),
    async (c) => c.json(await mergeGuestCart(c.get('shop'), c.get('visitor').id, c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/cart/quote',
      tags,
      summary: 'What a guest’s cart is worth now',
      description: 'Nothing is kept. `notice` names the pieces that are no longer in the shop.',
      request: { body: { required: true, ...body(GuestCart) } },
      responses: { 200: respond('The cart as the shop sees it', Cart), 400: errorResponses[400] },
    }),
    async (c) => {
      c.header('cache-control', 'no-store');
      return c.json(await quoteGuestCart(c.get('shop'), c.req.valid('json').items), 200);
    },
  );
