import { expect, it } from 'vitest';
import { yearInIndia } from './clock.ts';
import { formatDay } from './indian-dates.ts';

it.each([
  ['2026-11-21T18:29:59.999Z', '21 November 2026', 2026],
  ['2026-11-21T18:30:00Z', '22 November 2026', 2026],
  ['2026-12-31T18:29:59.999Z', '31 December 2026', 2026],
  ['2026-12-31T18:30:00Z', '1 January 2027', 2027],
  ['2026-11-21T00:00:00+05:30', '21 November 2026', 2026],
])('formats the time %s as the Indian date %s, which is in the year %i', (moment, day, year) => {
  expect(formatDay(new Date(moment))).toBe(day);
  expect(yearInIndia(new Date(moment))).toBe(year);
});
