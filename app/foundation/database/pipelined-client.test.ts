import { expect, it } from 'vitest';
import { createStatementNames } from './pipelined-client.server.ts';

it('gives an SQL statement a name at its third use, keeps this name, and limits the number of names', () => {
  const nameOf = createStatementNames();
  const use = (statement: string) => Array.from({ length: 4 }, () => nameOf(statement));
  expect(use('a')).toEqual([undefined, undefined, 'shop_0', 'shop_0']);
  expect(use('b')).toEqual([undefined, undefined, 'shop_1', 'shop_1']);
  // Simulate a statement with a list, whose text differs for each length of the list.
  const names = Array.from({ length: 5000 }, (_, index) => use(`in (${index})`)).flat();
  expect(new Set(names.filter(Boolean)).size).toBe(498);
});
