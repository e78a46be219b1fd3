import { expect, it } from 'vitest';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { flatten, numberOf, numberOrNone, paragraphsOf, textOf, unflatten } from './form-values.ts';

it('blank lines split a text into paragraphs, and single line breaks become spaces [F-134]', () => {
  const paragraphs = ['Before.', '- one', '- two', 'After, at length.'];
  expect(textOf(paragraphs)).toBe('Before.\n\n- one\n- two\n\nAfter, at length.');
  expect(paragraphsOf(textOf(paragraphs))).toEqual(paragraphs);
  const lines = paragraphsOf('\n\n One\n two. \n \n\n- a\n  more of a\n- b\n');
  expect(lines).toEqual(['One two.', '- a more of a', '- b']);
});

it('an amount may have Indian digit grouping; a blank field of a limit means no limit; other texts are invalid', () => {
  expect([numberOf('₹1,25,000.50'), numberOf(''), numberOf('much')]).toEqual([
    125_000.5,
    Number.NaN,
    Number.NaN,
  ]);
  expect([numberOrNone('  '), numberOrNone('500'), numberOrNone('much')]).toEqual([null, 500, -1]);
});

it('nested settings become fields with dotted names in a form, and are nested again when the form is sent', () => {
  const rules = { cod: { from: null, days: [1, 2] }, reasons: ['a'], promiseDays: 7 };
  const flat = flatten(rules);
  expect(flat).toEqual({ 'cod.from': null, 'cod.days': [1, 2], reasons: ['a'], promiseDays: 7 });
  expect(unflatten<typeof rules>(flat)).toEqual(rules);
});

const items = toItems([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
const names = (list: typeof items) => toValues(list).map(({ name }) => name);

it('an item of a list can be moved only within the list', () => {
  expect(names(moveItem(items, 0, 2))).toEqual(['b', 'c', 'a']);
  expect(names(moveItem(items, 2, 0))).toEqual(['c', 'a', 'b']);
  expect(names(moveItem(items, 0, -1))).toEqual(['a', 'b', 'c']);
  expect(names(moveItem(items, 2, 9))).toEqual(['a', 'b', 'c']);
});

it('a change of one item does not change the others, and each new item has its own key', () => {
  expect(names(withChanges(items, 'at-1', { name: 'x' }))).toEqual(['a', 'x', 'c']);
  expect(newItem({ name: 'n' }).key).not.toBe(newItem({ name: 'n' }).key);
});
