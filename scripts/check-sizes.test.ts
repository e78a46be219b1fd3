import { expect, it } from 'vitest';
import { findEscapes, measureFiles } from './sizes.ts';
import { inTree } from './temporary-tree.ts';

const linesWithEscapes = (text: string) =>
  inTree({ 'app/a.tsx': text }, (root) => findEscapes(root).map(({ line }) => line));

it.each([
  ['any', 'let a: any;'],
  ['a list of any', 'let a: Array<any>;'],
  ['a cast', 'const a = b as string;'],
  ['a non-null assertion', 'const a = b!;'],
  ['a silenced lint', '// biome-ignore lint: because'],
  ['a silenced compiler', '/* @ts-expect-error */'],
])('notices %s', (_what, text) => {
  expect(linesWithEscapes(`\n${text}`)).toEqual([2]);
});

it('leaves honest words alone', () => {
  const honest = [
    `import { a as b } from './b.ts';`,
    'const names = [1] as const;',
    'const p = <p>as any of us knows, as Ajrakh is! </p>;',
    '// any of these, as string',
    'const same = a !== b;',
  ];
  expect(linesWithEscapes(honest.join('\n'))).toEqual([]);
});

it('measures the files, and names those over 300 lines', () => {
  const files = { 'app/a.ts': 'a;\n'.repeat(10), 'app/b.ts': 'b;\n'.repeat(301), 'scripts/c.mjs': 'c;\n' };
  expect(inTree(files, measureFiles)).toEqual({
    median: 10,
    ninetieth: 301,
    tooLong: [{ file: 'app/b.ts', lines: 301 }],
  });
});
