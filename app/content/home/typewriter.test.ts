import { expect, it } from 'vitest';
import { nextStroke, type TypewriterState } from './typewriter.tsx';

const phrases = ['ab', 'c'];
const typing = (phrase: number, shownCharacters: number, deleting = false): TypewriterState => ({
  ...{ phrase, shownCharacters, deleting },
});
const deleting = (phrase: number, shownCharacters: number) => typing(phrase, shownCharacters, true);

it.each([
  ['the typewriter types a character every 30 ms', typing(0, 1), 30, typing(0, 2)],
  ['the typewriter pauses for 3 s on a whole phrase', typing(0, 2), 3000, deleting(0, 2)],
  ['the typewriter deletes a character every 20 ms', deleting(0, 2), 20, deleting(0, 1)],
])('%s [S-HOME-11]', (_, from, after, to) => {
  expect(nextStroke(phrases, from)).toEqual({ after, to });
});

it('the typewriter continues with the next phrase, and after the last phrase with the first [S-HOME-10]', () => {
  expect(nextStroke(phrases, deleting(0, 0)).to).toEqual(typing(1, 0));
  expect(nextStroke(phrases, deleting(1, 0)).to).toEqual(typing(0, 0));
});
