import { expect, it } from 'vitest';
import { moveItem, newItem, toItems, toValues, withChanges } from './items.ts';

const items = toItems([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
const names = (list: typeof items) => toValues(list).map(({ name }) => name);

it('an item is moved within the list, at most to its ends', () => {
  expect(names(moveItem(items, 0, 2))).toEqual(['b', 'c', 'a']);
  expect(names(moveItem(items, 2, 0))).toEqual(['c', 'a', 'b']);
  expect(names(moveItem(items, 0, -1))).toEqual(['a', 'b', 'c']);
  expect(names(moveItem(items, 2, 9))).toEqual(['a', 'b', 'c']);
});

it('a change of one item does not change the others', () => {
  expect(names(withChanges(items, 'at-1', { name: 'x' }))).toEqual(['a', 'x', 'c']);
});

it('each new item has its own key', () => {
  expect(newItem({ name: 'n' }).key).not.toBe(newItem({ name: 'n' }).key);
});
