import { expect, it } from 'vitest';
import { numberOf, numberOrNone, paragraphsOf, textOf } from './form-values.ts';

it('paragraphs become one text with blank lines, and the same paragraphs again [F-134]', () => {
  const paragraphs = ['Before.', '- one', '- two', 'After, at length.'];
  expect(textOf(paragraphs)).toBe('Before.\n\n- one\n- two\n\nAfter, at length.');
  expect(paragraphsOf(textOf(paragraphs))).toEqual(paragraphs);
});

it('lines of one paragraph are joined, and blank ones are none', () => {
  expect(paragraphsOf('\n\n One\n two. \n \n\n- a\n  more of a\n- b\n')).toEqual([
    'One two.',
    '- a more of a',
    '- b',
  ]);
});

it('amounts are read as they are typed in India', () => {
  expect(numberOf('₹1,25,000.50')).toBe(125_000.5);
  expect(numberOf('')).toBeNaN();
  expect(numberOf('much')).toBeNaN();
});

it('no amount means no end, but a word is not taken for none', () => {
  expect(numberOrNone('  ')).toBeNull();
  expect(numberOrNone('500')).toBe(500);
  expect(numberOrNone('much')).toBe(-1);
});
