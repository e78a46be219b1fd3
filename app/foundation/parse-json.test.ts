import { expect, it } from 'vitest';
import { textAt } from './parse-json.ts';

it('reads a property with `textAt` only if its value is a string', () => {
  expect(textAt({ a: 'x' }, 'a')).toBe('x');
  for (const value of [{ a: 1 }, {}, null, undefined, 'x']) expect(textAt(value, 'a')).toBeUndefined();
});
