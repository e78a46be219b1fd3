import { expect, it } from 'vitest';
import { moveItem, newItem, toItems, toValues, withChanges } from './items.ts';

const items = toItems([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
const names = (list: typeof items) => toValues(list).map(({ name }) => name);

it('moves an item to another place in the list, and stops at the ends', () => {
  expect(names(moveItem(items, 0, 2))).toEqual(['b', 'c', 'a']);
  expect(names(moveItem(items, 2, 0))).toEqual(['c', 'a', 'b']);
  expect(names(moveItem(items, 0, -1))).toEqual(['a', 'b', 'c']);
  expect(names(moveItem(items, 2, 9))).toEqual(['a', 'b', 'c']);
});

it('changes one list item and leaves the others unchanged', () => {
  expect(names(withChanges(items, 'at-1', { name: 'x' }))).toEqual(['a', 'x', 'c']);
});

it('gives each new list item its own key', () => {
  expect(newItem({ name: 'n' }).key).not.toBe(newItem({ name: 'n' }).key);
});
