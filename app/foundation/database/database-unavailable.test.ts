import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';

const coded = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  coded('ECONNREFUSED'),
  coded('57P01'),
  coded('08006'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new DrizzleQueryError('select 1', [], coded('ECONNRESET')),
])('%s: nobody was there to run the statement', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each([
  coded('23505'),
  coded('40P01'),
  new DrizzleQueryError('select 1', [], coded('22P02')),
  new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }),
  new Error('a bug'),
  'words',
])('%s is something else', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
