import { expect, it } from 'vitest';
import { nextStroke, type TypewriterState } from './typewriter.tsx';

const phrases = ['ab', 'c'];
const typed = (phrase: number, shownLetters: number): TypewriterState => ({
  phrase,
  shownLetters,
  deleting: false,
});
const deleting = (phrase: number, shownLetters: number): TypewriterState => ({
  phrase,
  shownLetters,
  deleting: true,
});

it('types a letter every 30 ms [S-HOME-11]', () => {
  expect(nextStroke(phrases, typed(0, 1))).toEqual({ after: 30, to: typed(0, 2) });
});

it('rests for 3 s on a whole phrase [S-HOME-11]', () => {
  expect(nextStroke(phrases, typed(0, 2))).toEqual({ after: 3000, to: deleting(0, 2) });
});

it('deletes a letter every 20 ms [S-HOME-11]', () => {
  expect(nextStroke(phrases, deleting(0, 2))).toEqual({ after: 20, to: deleting(0, 1) });
});

it('goes on to the next phrase, and from the last to the first [S-HOME-10]', () => {
  expect(nextStroke(phrases, deleting(0, 0)).to).toEqual(typed(1, 0));
  expect(nextStroke(phrases, deleting(1, 0)).to).toEqual(typed(0, 0));
});
