import { expect, it } from 'vitest';
import { formatWait } from './rate-limit.server.ts';

const now = new Date('2026-11-21T10:00:00Z');

it.each([
  ['2026-11-21T10:00:01Z', 'in a minute'],
  ['2026-11-21T10:01:00Z', 'in a minute'],
  ['2026-11-21T10:01:01Z', 'in 2 minutes'],
  ['2026-11-21T10:11:30Z', 'in 12 minutes'],
  ['2026-11-21T11:30:00Z', 'in 90 minutes'],
  ['2026-11-21T11:30:01Z', 'in 2 hours'],
  ['2026-11-21T12:00:00Z', 'in 2 hours'],
  ['2026-11-21T12:30:00Z', 'in 3 hours'],
])('formats the time from 10:00 until %s as "%s"', (until, text) => {
  expect(formatWait(now, new Date(until))).toBe(text);
});
