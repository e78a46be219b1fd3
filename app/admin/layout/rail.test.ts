import { expect, it } from 'vitest';
import { isUnder, listWaiting, menu } from './rail.tsx';

it.each([
  ['/admin', 'Dashboard'],
  ['/admin/orders', 'Orders'],
  ['/admin/orders/7a6bd4f6', 'Orders'],
  ['/admin/products/new', 'Products'],
  ['/admin/lost', undefined],
])('%s belongs to %s, and to nothing else', (pathname, text) => {
  const under = menu.filter(({ to }) => isUnder(pathname, to));
  expect(under.map((entry) => entry.label)).toEqual(text === undefined ? [] : [text]);
});

it('shows four entries in the bar of a phone, and none for owners only', () => {
  const inBar = menu.filter((entry) => entry.inBar);
  expect(inBar).toHaveLength(4);
  expect(inBar.filter(({ ownerOnly }) => ownerOnly)).toEqual([]);
});

it('names the number and kind of open tasks of an entry', () => {
  const counts = { toPack: 2, awaitingPickup: 0, returnsToDecide: 1, reviews: 3, messages: 0 };
  const shown = menu.map(({ to, label }) => ({ label, ...listWaiting(counts, to) }));
  expect(shown.filter(({ count }) => count > 0)).toEqual([
    { label: 'Orders', count: 3, text: '2 to pack, 1 return to decide' },
    { label: 'Reviews', count: 3, text: '3 to read' },
  ]);
});
