import { expect, it } from 'vitest';
import { nextStroke, type TypewriterState } from './typewriter.tsx';

const phrases = ['ab', 'c'];
const typing = (phrase: number, shownCharacters: number): TypewriterState => ({
  phrase,
  shownCharacters,
  deleting: false,
});
const deleting = (phrase: number, shownCharacters: number): TypewriterState => ({
  phrase,
  shownCharacters,
  deleting: true,
});

it('types a character every 30 ms [S-HOME-11]', () => {
  expect(nextStroke(phrases, typing(0, 1))).toEqual({ after: 30, to: typing(0, 2) });
});

it('rests for 3 s on a whole phrase [S-HOME-11]', () => {
  expect(nextStroke(phrases, typing(0, 2))).toEqual({ after: 3000, to: deleting(0, 2) });
});

it('deletes a character every 20 ms [S-HOME-11]', () => {
  expect(nextStroke(phrases, deleting(0, 2))).toEqual({ after: 20, to: deleting(0, 1) });
});

it('starts the next phrase, and the first after the last [S-HOME-10]', () => {
  expect(nextStroke(phrases, deleting(0, 0)).to).toEqual(typing(1, 0));
  expect(nextStroke(phrases, deleting(1, 0)).to).toEqual(typing(0, 0));
});
