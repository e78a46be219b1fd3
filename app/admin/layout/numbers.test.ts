import { expect, it } from 'vitest';
import { formatAge, parseNumber, parseRupees } from './numbers.ts';

it('an amount may have Indian digit grouping, and is rejected if it is negative, malformed or has more than two decimals [F-132]', () => {
  expect(['1,250.50', '₹ 24,800', '0'].map(parseRupees)).toEqual([1250.5, 24_800, 0]);
  for (const text of ['1.234', '-5', '', '1e3']) expect(parseRupees(text), text).toBeUndefined();
});

it('the age of an order is written in minutes, hours or days', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatAge('2026-11-21T11:48:00Z', now)).toBe('12 min');
  expect(formatAge('2026-11-21T09:10:00Z', now)).toBe('2 h');
  expect(formatAge('2026-11-20T11:00:00Z', now)).toBe('1 day');
  expect(formatAge('2026-11-22T11:00:00Z', now)).toBe('just now');
});

it('a text is read as a number with or without Indian digit grouping; a blank or invalid text is no number', () => {
  const texts = ['9800', '₹9,800', '1,25,000.50', '', 'a lot'];
  expect(texts.map(parseNumber)).toEqual([9800, 9800, 125_000.5, undefined, undefined]);
});
