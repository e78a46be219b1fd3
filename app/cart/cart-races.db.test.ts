import { describe, expect } from 'vitest';
import { stole } from '../../tests/fixtures/checkout.ts';
import { neelambari } from '../../tests/fixtures/products.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart, editLine } from './cart.server.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { readCart } from './read-cart.server.ts';

const products = [stole, neelambari, 'TB-STO-002', 'TB-STO-004', 'TB-DUP-001'];

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

describe('concurrent changes of one cart', () => {
  it('create one line with all available units when the same product is added fifty times [S-CART-13]', async ({
    ownShop,
  }) => {
    const { id } = await signInAs(ownShop, 'asha@example.in');
    const carts = await times(50, () => addToCart(ownShop, id, stole, { quantity: 1 }));
    expect(await readCart(ownShop, id)).toMatchObject({ version: 50, items: [{ quantity: 40 }] });
    expect(carts.filter(({ notice }) => notice === 'Only 40 left.')).toHaveLength(10);
    expect(new Set(carts.map(({ version }) => version)).size).toBe(50);
  });

  it('merge a guest’s cart only once if the merge is requested twenty times with the same key [S-CART-17 Q-057]', async ({
    ownShop,
  }) => {
    const { id } = await signInAs(ownShop, 'asha@example.in');
    await addToCart(ownShop, id, stole, { quantity: 1 });
    const items = products.map((proId) => ({ proId, quantity: 2 }));
    const mergedCarts = await times(20, () =>
      mergeGuestCart(ownShop, id, { key: 'one-and-the-same-cart', items }),
    );
    for (const { count } of mergedCarts) expect(count).toBe(5);
    const cart = await readCart(ownShop, id);
    expect(cart.version).toBe(2);
    expect(cart.items.find(({ proId }) => proId === stole)?.quantity).toBe(3);
    expect(cart.items.find(({ proId }) => proId === neelambari)?.quantity).toBe(2);
  });

  it('do not deadlock if they name the same products in opposite order', async ({ ownShop }) => {
    const customers = await Promise.all(
      ['asha', 'meera', 'kiran'].map((name) => signInAs(ownShop, `${name}@example.in`)),
    );
    for (const { id } of customers) {
      const items = products.map((proId) => ({ proId, quantity: 1 }));
      await mergeGuestCart(ownShop, id, { key: 'the-cart-they-begin-with', items });
    }
    await times(30, async (n) => {
      const id = customers[n % 3]?.id ?? '';
      const ordered = n % 2 === 0 ? products : products.toReversed();
      const items = ordered.map((proId) => ({ proId, quantity: 1 }));
      await Promise.all([
        mergeGuestCart(ownShop, id, { key: `crossed-guest-cart-${n}`, items }),
        ...ordered.map((proId) => editLine(ownShop, id, proId, 1 + (n % 3))),
      ]);
    });
    for (const { id } of customers) {
      const cart = await readCart(ownShop, id);
      expect(cart).toMatchObject({ version: 61, count: 5 });
      for (const { quantity, stock } of cart.items) expect(quantity).toBeLessThanOrEqual(stock);
    }
  });
});
