import { expect, it } from 'vitest';
import { numberOf, numberOrNone, paragraphsOf, textOf } from './form-values.ts';

it('a text is split at blank lines into paragraphs, whose lines are joined [F-134]', () => {
  const paragraphs = ['Before.', '- one', '- two', 'After, at length.'];
  expect(textOf(paragraphs)).toBe('Before.\n\n- one\n- two\n\nAfter, at length.');
  expect(paragraphsOf(textOf(paragraphs))).toEqual(paragraphs);
  const lines = paragraphsOf('\n\n One\n two. \n \n\n- a\n  more of a\n- b\n');
  expect(lines).toEqual(['One two.', '- a more of a', '- b']);
});

it('an amount may have Indian digit grouping', () => {
  expect(numberOf('₹1,25,000.50')).toBe(125_000.5);
  expect(numberOf('')).toBeNaN();
  expect(numberOf('much')).toBeNaN();
});

it('a blank text means no limit, and a text that is not an amount is invalid', () => {
  expect(numberOrNone('  ')).toBeNull();
  expect(numberOrNone('500')).toBe(500);
  expect(numberOrNone('much')).toBe(-1);
});
