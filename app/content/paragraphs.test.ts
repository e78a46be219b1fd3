import { expect, it } from 'vitest';
import { gatherBlocks, partSummary } from './paragraphs.ts';

it('consecutive paragraphs that begin with a dash and a space are one list', () => {
  const blocks = [
    { text: '-5 degrees' },
    { items: ['one', 'two'] },
    { text: 'Between.' },
    { items: ['three'] },
  ];
  expect(gatherBlocks(['-5 degrees', '- one', '- two', 'Between.', '- three'])).toEqual(blocks);
});

it('a summary is split after the opening words “In short:”', () => {
  expect(partSummary('In short: two days.')).toEqual({ opening: 'In short:', rest: 'two days.' });
  expect(partSummary('What you may expect.')).toEqual({ opening: '', rest: 'What you may expect.' });
});
