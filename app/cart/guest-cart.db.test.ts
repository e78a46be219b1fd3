import { expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { Cart, GuestCart } from './contract.ts';
import { quoteGuestCart } from './read-cart.server.ts';
import { carts } from './tables.server.ts';

const quote = (shop: Shop, ...items: readonly object[]) =>
  quoteGuestCart(shop, GuestCart.parse({ items }).items);

it('a quote contains the current names and prices [S-CART-15 S-DATA-12 S-DATA-13 Q-119]', async ({
  shop,
}) => {
  const cart = await quote(
    shop,
    { proId: suit, size: suitM, quantity: 2, proPrice: 1, price: 2, productName: 'Something else' },
    { proId: gulnar, quantity: 1 },
    { proId: 'tb-sto-001', quantity: '3' },
  );
  expect(Cart.parse(cart)).toEqual(cart);
  expect(cart).toMatchObject({ count: 3, subtotal: 33_850, total: 33_850, version: 0, notice: null });
  expect(cart.items).toMatchObject([
    {
      ...{ id: suitM, size: suitM, sizeLabel: 'M', productName: 'Ajrakh Modal Suit Set' },
      ...{ proPrice: 3850, price: 7700 },
    },
    { id: gulnar, size: gulnar, sizeLabel: null, proPrice: 24_800, stock: 1, notes: [] },
    { id: stole, proId: stole, quantity: 3, price: 1350 },
  ]);
  expect(await shop.db.select().from(carts)).toEqual([]);
});

it('a quote asks for a missing size, and excludes the line from the total [S-DATA-13 Q-119]', async ({
  shop,
}) => {
  const cart = await quote(
    shop,
    { proId: suit, quantity: 1 },
    { proId: suit, quantity: 1, size: 'TB-SUT-001-XXL' },
  );
  expect(cart).toMatchObject({ count: 1, subtotal: 0 });
  expect(cart.items).toMatchObject([
    {
      ...{ id: `piece:${suit}`, size: null, sizeLabel: null, quantity: 2, stock: 2, price: 0 },
      notes: [{ kind: 'size', words: 'Please choose a size.' }],
    },
  ]);
});

it('a quote omits unknown and unpublished products, and names both in one notice', async ({ shop }) => {
  await unpublish(shop, gulnar);
  const cart = await quote(
    shop,
    { proId: gulnar, quantity: 1 },
    { proId: 'TB-999', quantity: 1 },
    { proId: stole, quantity: 1 },
  );
  expect(cart.items.map(({ proId }) => proId)).toEqual([stole]);
  expect(cart.notice).toBe('TB-SAR-001 and TB-999 are no longer in the shop.');
});
