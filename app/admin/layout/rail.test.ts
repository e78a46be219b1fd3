import { expect, it } from 'vitest';
import { isUnder, menu } from './rail.tsx';

it.each([
  ['/admin', 'Today'],
  ['/admin/orders', 'Orders'],
  ['/admin/orders/7a6bd4f6', 'Orders'],
  ['/admin/products/new', 'Pieces'],
  ['/admin/lost', undefined],
])('%s belongs to %s, and to nothing else', (pathname, text) => {
  const under = menu.filter(({ to }) => isUnder(pathname, to));
  expect(under.map((entry) => entry.label)).toEqual(text === undefined ? [] : [text]);
});

it('the bar of a phone has room for four, and what only an owner may see is not among them', () => {
  const inBar = menu.filter((entry) => entry.inBar);
  expect(inBar).toHaveLength(4);
  expect(inBar.filter(({ ownerOnly }) => ownerOnly)).toEqual([]);
});
