import { expect, it } from 'vitest';
import { numberOf, numberOrNone, paragraphsOf, textOf } from './form-values.ts';

it('joins paragraphs with blank lines and splits them again [F-134]', () => {
  const paragraphs = ['Before.', '- one', '- two', 'After, at length.'];
  expect(textOf(paragraphs)).toBe('Before.\n\n- one\n- two\n\nAfter, at length.');
  expect(paragraphsOf(textOf(paragraphs))).toEqual(paragraphs);
});

it('joins the lines of a paragraph and drops blank paragraphs', () => {
  expect(paragraphsOf('\n\n One\n two. \n \n\n- a\n  more of a\n- b\n')).toEqual([
    'One two.',
    '- a more of a',
    '- b',
  ]);
});

it('parses amounts with Indian digit grouping', () => {
  expect(numberOf('₹1,25,000.50')).toBe(125_000.5);
  expect(numberOf('')).toBeNaN();
  expect(numberOf('much')).toBeNaN();
});

it('parses a blank text as no limit, and rejects a text that is not an amount', () => {
  expect(numberOrNone('  ')).toBeNull();
  expect(numberOrNone('500')).toBe(500);
  expect(numberOrNone('much')).toBe(-1);
});
