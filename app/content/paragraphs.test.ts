import { expect, it } from 'vitest';
import { gatherBlocks, partSummary } from './paragraphs.ts';

it('paragraphs that begin with a dash and a space share a list', () => {
  expect(gatherBlocks(['Before.', '- one', '- two', 'After.'])).toEqual([
    { text: 'Before.' },
    { items: ['one', 'two'] },
    { text: 'After.' },
  ]);
});

it('two lists with words between stay two', () => {
  expect(gatherBlocks(['- one', 'Between.', '- two'])).toEqual([
    { items: ['one'] },
    { text: 'Between.' },
    { items: ['two'] },
  ]);
});

it('a dash without a space is no list item', () => {
  expect(gatherBlocks(['-5 degrees'])).toEqual([{ text: '-5 degrees' }]);
});

it('a summary is parted from the words that open it', () => {
  expect(partSummary('In short: two days.')).toEqual({ opening: 'In short:', rest: 'two days.' });
  expect(partSummary('What you may expect.')).toEqual({ opening: '', rest: 'What you may expect.' });
});
