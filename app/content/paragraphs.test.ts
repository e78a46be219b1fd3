import { expect, it } from 'vitest';
import { gatherBlocks, partSummary } from './paragraphs.ts';

it('joins consecutive paragraphs that begin with a dash and a space', () => {
  expect(gatherBlocks(['Before.', '- one', '- two', 'After.'])).toEqual([
    { text: 'Before.' },
    { items: ['one', 'two'] },
    { text: 'After.' },
  ]);
});

it('keeps two lists with a paragraph between them', () => {
  const lists = [{ items: ['one'] }, { text: 'Between.' }, { items: ['two'] }];
  expect(gatherBlocks(['- one', 'Between.', '- two'])).toEqual(lists);
});

it('makes no list item of a dash without a space', () => {
  expect(gatherBlocks(['-5 degrees'])).toEqual([{ text: '-5 degrees' }]);
});

it('splits a summary from its opening words', () => {
  expect(partSummary('In short: two days.')).toEqual({ opening: 'In short:', rest: 'two days.' });
  expect(partSummary('What you may expect.')).toEqual({ opening: '', rest: 'What you may expect.' });
});
