import { expect, it } from 'vitest';
import { dependentsOf, importersOf, readImportGraph } from './import-graph.ts';
import { inTree } from './temporary-tree.ts';

const graphOf = (files: Record<string, string>) =>
  inTree(files, (root) => Object.fromEntries(readImportGraph(root)));

it('follows imports, re-exports and late imports, and leaves packages out', () => {
  expect(
    graphOf({
      'app/a.ts': `import { z } from 'zod'; import './b.ts'; export * from './c.ts'; await import('./d.ts')`,
    }),
  ).toEqual({ 'app/a.ts': ['app/b.ts', 'app/c.ts', 'app/d.ts'] });
});

it('leaves imports out of which only types are used', () => {
  expect(graphOf({ 'app/a.ts': `import type { B } from './b.ts'; import { type C } from './c.ts'` })).toEqual(
    {
      'app/a.ts': ['app/c.ts'],
    },
  );
});

it('counts a file that is named by its path from the same folder, as scripts and worker threads are', () => {
  const files = {
    'scripts/check.test.ts': `spawnSync(node, [path.join(here, 'check.ts'), './gone.ts', 'app/start.ts'])`,
    'scripts/check.ts': '',
    'app/start.ts': `new Worker(new URL('./thread.ts', here))`,
    'app/thread.ts': '',
  };
  expect(graphOf(files)).toMatchObject({
    'scripts/check.test.ts': ['scripts/check.ts'],
    'app/start.ts': ['app/thread.ts'],
  });
});

it('finds what depends on a file through others, also in a circle', () => {
  const importers = importersOf(
    new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
      ['d', []],
    ]),
  );
  expect([...dependentsOf(importers, ['c'], () => false)].sort()).toEqual(['a', 'b', 'c']);
});

it('does not follow what imports a closed file', () => {
  const importers = importersOf(
    new Map([
      ['test', ['app']],
      ['app', ['cart']],
    ]),
  );
  expect([...dependentsOf(importers, ['cart'], (file) => file === 'app')]).toEqual(['cart', 'app']);
  expect([...dependentsOf(importers, ['app'], (file) => file === 'app')]).toEqual(['app']);
});
