import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modules } from './modules.ts';
import { root } from './paths.ts';

it('matches existing files and tests with each pattern', () => {
  const patterns = modules.flatMap(({ files, tests }) => [...files, ...tests]);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
