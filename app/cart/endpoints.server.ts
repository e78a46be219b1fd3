import { z } from '@hono/zod-openapi';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { shopper } from '../customers/signed-in.server.ts';
import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import {
  AddToCart,
  BeingBought,
  Cart,
  CartFull,
  CartMerge,
  CartRequestId,
  EditLine,
  GuestCart,
  MergedCart,
  NoSuchLine,
  NoSuchSize,
  SizeNeeded,
  SoldOut,
} from './contract.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

const CartLineParams = z.object({ id: CartRequestId });

export const cartEndpoints = router('Cart', [
  endpoint({
    id: 'getCart',
    method: 'get',
    path: '/cart/get',
    summary: 'Read the cart',
    description:
      'Returns current names, prices and stock. `notes` list what has changed since a line was set.',
    access: shopper,
    response: Cart,
    run: ({ shop, customer }) => readCart(shop, customer.id),
  }),
  endpoint({
    id: 'postGetCart',
    method: 'post',
    path: '/cart/get',
    summary: 'Read the cart, as GET does',
    access: shopper,
    response: Cart,
    run: ({ shop, customer }) => readCart(shop, customer.id),
  }),
  endpoint({
    id: 'addToCart',
    method: 'post',
    path: '/cart/add/{proId}',
    summary: 'Add a product to the cart',
    description:
      'Adds `quantity` units (default 1). Products with several sizes require `size`. The line is capped at the available stock, as `notice` says.',
    access: shopper,
    params: z.object({ proId: CartRequestId }),
    body: AddToCart,
    bodyMayBeEmpty: true,
    response: Cart,
    problems: [SizeNeeded, NoSuchProduct, NoSuchSize, SoldOut, BeingBought, CartFull],
    run: ({ shop, customer, params, body }) => addToCart(shop, customer.id, params.proId, body),
  }),
  endpoint({
    id: 'removeFromCart',
    method: 'post',
    path: '/cart/remove/{id}',
    summary: 'Remove a line from the cart',
    description: '`id` is a line id, a variant id, or a product number, which removes all its sizes.',
    access: shopper,
    params: CartLineParams,
    response: Cart,
    problems: [NoSuchLine],
    run: ({ shop, customer, params }) => removeLine(shop, customer.id, params.id),
  }),
  endpoint({
    id: 'setCartQuantity',
    method: 'put',
    path: '/cart/edit/{id}',
    summary: 'Set the quantity of a line',
    description:
      '`id` is a line id, a variant id or a product number. `price` is ignored. The line is capped at the available stock, as `notice` says.',
    access: shopper,
    params: CartLineParams,
    body: EditLine,
    response: Cart,
    problems: [SizeNeeded, NoSuchLine, NoSuchProduct, SoldOut, BeingBought, CartFull],
    run: ({ shop, customer, params, body }) => editLine(shop, customer.id, params.id, body.quantity),
  }),
  endpoint({
    id: 'mergeGuestCart',
    method: 'post',
    path: '/cart/merge',
    summary: 'Merge a guest’s cart into the shopper’s own',
    description:
      'Adds up the quantities of lines in both carts. Idempotent per `key`. `waiting` has the entries that were not merged because no size is chosen.',
    access: shopper,
    body: CartMerge,
    response: MergedCart,
    problems: [CartFull],
    run: ({ shop, customer, body }) => mergeGuestCart(shop, customer.id, body),
  }),
  endpoint({
    id: 'quoteGuestCart',
    method: 'post',
    path: '/cart/quote',
    summary: 'Price a guest’s cart',
    description: 'Stores nothing. `notice` names the products that are no longer sold.',
    access: anyone,
    body: GuestCart,
    response: Cart,
    run: ({ shop, body }) => quoteGuestCart(shop, body.items),
  }),
]);
