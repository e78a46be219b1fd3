import { expect, it } from 'vitest';
import { createStatementNames } from './pipelined-client.server.ts';

it('names an SQL statement at its third use, and keeps the name', () => {
  const nameOf = createStatementNames();
  expect([nameOf('a'), nameOf('a'), nameOf('a'), nameOf('a')]).toEqual([
    undefined,
    undefined,
    'shop_0',
    'shop_0',
  ]);
  nameOf('b');
  nameOf('b');
  expect(nameOf('b')).toBe('shop_1');
});

it('limits the number of names if statements contain lists of different lengths', () => {
  const nameOf = createStatementNames();
  const names = new Set<string>();
  for (let index = 0; index < 5000; index++)
    for (let use = 0; use < 4; use++) {
      const name = nameOf(`in (${index})`);
      if (name) names.add(name);
    }
  expect(names.size).toBe(500);
});
