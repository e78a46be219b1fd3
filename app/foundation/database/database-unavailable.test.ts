import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';

const withCode = (code: string) => Object.assign(new Error(`code ${code}`), { code });

it.each([
  withCode('ECONNREFUSED'),
  withCode('57P01'),
  withCode('08006'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new DrizzleQueryError('select 1', [], withCode('ECONNRESET')),
])('treats the database as unavailable after the error "%s"', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each([
  withCode('23505'),
  withCode('40P01'),
  new DrizzleQueryError('select 1', [], withCode('22P02')),
  new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }),
  new Error('a bug'),
  'words',
])('does not treat the database as unavailable after "%s"', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
