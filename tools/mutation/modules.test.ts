import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modules } from './modules.ts';
import { root } from './paths.ts';

it("each module's patterns match existing files and tests", () => {
  const patterns = modules.flatMap(({ files, tests }) => [...files, ...tests]);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
