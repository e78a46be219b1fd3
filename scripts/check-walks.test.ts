import { expect, it } from 'vitest';
import { inTree } from './temporary-tree.ts';
import { findLostHops } from './walks.ts';

const shop = { 'shop/cart/cart.server.ts': 'export function addToCart() {}', 'migrations/0000.sql': '' };
const lostIn = (walk: string) =>
  inTree({ ...shop, 'docs/walks/add-to-cart.md': walk }, (root) =>
    findLostHops(root).lost.map(({ line, what }) => `${line} ${what}`),
  );

it('follows paths from shop/ and from the top, and leaves other code words alone', () => {
  expect(
    lostIn('`cart/cart.server.ts addToCart` → `migrations/0000.sql`, `POST /api/cart/add/{proId}`'),
  ).toEqual([]);
});

it('notices a file that is gone', () => {
  expect(lostIn('First\n`cart/basket.server.ts`')).toEqual([
    '2 There is no file cart/basket.server.ts, neither in shop/ nor at the top.',
  ]);
});

it('notices a function that is gone, also one whose name is part of another’s', () => {
  expect(lostIn('`cart/cart.server.ts addTo`')).toEqual(['1 cart/cart.server.ts does not mention addTo.']);
});

it('counts the walks, so that an empty folder does not pass for a good one', () => {
  expect(inTree(shop, findLostHops).walks).toBe(0);
});
