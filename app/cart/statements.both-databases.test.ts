import { describe, expect } from 'vitest';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listProducts } from '../catalogue/catalogue.server.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import type { GuestEntry } from './contract.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

describe('the number of SQL statements', () => {
  it('is six for a merge, and at most four for another change of a cart [S-CART-17]', async ({ shop }) => {
    const { id } = await signInAs(shop, 'asha@example.in');
    const { products } = await listProducts(shop, { sort: 'featured', limit: 30, offset: 0 });
    const entries: GuestEntry[] = products.map(({ proId, sizes }) => ({
      proId,
      quantity: 2,
      size: sizes[0]?.id,
    }));
    const merge = (key: string, count: number) => () =>
      mergeGuestCart(shop, id, { key, items: entries.slice(0, count) });

    expect(await countStatements(merge('a-cart-with-one-entry', 1))).toBe(6);
    expect(await countStatements(merge('a-cart-with-thirty', 30))).toBe(6);
    expect(await countStatements(merge('a-cart-with-thirty', 30))).toBe(3);
    expect((await readCart(shop, id)).count).toBe(30);
    expect(await countStatements(() => readCart(shop, id))).toBe(1);
    expect(await countStatements(() => quoteGuestCart(shop, entries))).toBe(1);
    expect(await countStatements(() => addToCart(shop, id, 'TB-STO-001', { quantity: 1 }))).toBe(4);
    expect(await countStatements(() => editLine(shop, id, 'TB-STO-001', 2))).toBe(4);
    expect(await countStatements(() => removeLine(shop, id, 'TB-STO-001'))).toBe(3);
  });
});
