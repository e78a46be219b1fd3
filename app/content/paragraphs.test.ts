import { expect, it } from 'vitest';
import { gatherBlocks, partSummary } from './paragraphs.ts';

it('joins consecutive paragraphs that begin with a dash and a space into one list', () => {
  expect(gatherBlocks(['Before.', '- one', '- two', 'After.'])).toEqual([
    { text: 'Before.' },
    { items: ['one', 'two'] },
    { text: 'After.' },
  ]);
});

it('keeps two lists separate if a paragraph is between them', () => {
  const lists = [{ items: ['one'] }, { text: 'Between.' }, { items: ['two'] }];
  expect(gatherBlocks(['- one', 'Between.', '- two'])).toEqual(lists);
});

it('does not treat a dash without a space as a list item', () => {
  expect(gatherBlocks(['-5 degrees'])).toEqual([{ text: '-5 degrees' }]);
});

it('splits the opening words from a summary', () => {
  expect(partSummary('In short: two days.')).toEqual({ opening: 'In short:', rest: 'two days.' });
  expect(partSummary('What you may expect.')).toEqual({ opening: '', rest: 'What you may expect.' });
});
