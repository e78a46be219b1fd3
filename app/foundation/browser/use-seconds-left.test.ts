import { expect, it } from 'vitest';
import { formatCountdown } from './use-seconds-left.ts';

it('formats a number of seconds as minutes and seconds', () => {
  const formatted = [42, 7, 0, 65, 59, 60].map(formatCountdown);
  expect(formatted).toEqual(['0:42', '0:07', '0:00', '1:05', '0:59', '1:00']);
});
