import { expect, it } from 'vitest';
import { createStatementNames } from './prepared-statements.server.ts';

it('gives a statement a name once it has come three times, and keeps it', () => {
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

it('gives so many names and no more, however long the lists within statements become', () => {
  const nameOf = createStatementNames();
  const names = new Set<string>();
  for (let at = 0; at < 5000; at++)
    for (let turn = 0; turn < 4; turn++) {
      const name = nameOf(`in (${at})`);
      if (name) names.add(name);
    }
  expect(names.size).toBe(500);
});
