import { expect, it } from 'vitest';
import { isUnder, listWaiting, menu } from './rail.tsx';

it.each([
  ['/admin', 'Dashboard'],
  ['/admin/orders', 'Orders'],
  ['/admin/orders/7a6bd4f6', 'Orders'],
  ['/admin/products/new', 'Products'],
  ['/admin/lost', undefined],
])('at the URL path %s the menu entry marked as current is %s', (pathname, text) => {
  const under = menu.filter(({ to }) => isUnder(pathname, to));
  expect(under.map((entry) => entry.label)).toEqual(text === undefined ? [] : [text]);
});

it('the bottom bar of a phone has four menu entries, none of them for owners only', () => {
  const inBar = menu.filter((entry) => entry.inBar);
  expect(inBar).toHaveLength(4);
  expect(inBar.filter(({ ownerOnly }) => ownerOnly)).toEqual([]);
});

it('a menu entry shows the number of its open tasks, in total and for each kind of task', () => {
  const counts = { toPack: 2, awaitingPickup: 0, returnsToDecide: 1, reviews: 3, messages: 0 };
  const shown = menu.map(({ to, label }) => ({ label, ...listWaiting(counts, to) }));
  expect(shown.filter(({ count }) => count > 0)).toEqual([
    { label: 'Orders', count: 3, text: '2 to pack, 1 return waiting for your decision' },
    { label: 'Reviews', count: 3, text: '3 to read' },
  ]);
});
