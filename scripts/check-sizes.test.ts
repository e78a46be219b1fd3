import { expect, it } from 'vitest';
import { findFaults } from './check-sizes.ts';
import { withTemporaryTree } from './temporary-tree.ts';

it.each([
  ['a cast', 'const a = b as string;'],
  ['a cast in angle brackets', 'const a = <string>b;'],
  ['a silenced lint', '// biome-ignore lint: because'],
  ['a silenced compiler', '/* @ts-expect-error */'],
  ['a schema with two names', "const Cart = z.object({}).openapi('Basket');"],
  ['a link to an unknown name', '/** See {@link Basket}. */'],
])('reports %s', (_what, text) => {
  const faults = withTemporaryTree({ 'app/a.ts': `\n${text}` }, findFaults);
  expect(faults).toEqual([expect.stringContaining('app/a.ts:2 ')]);
});

it('reports no fault for allowed text that resembles a fault', () => {
  const text = [
    `import { a as b } from './b.ts';`,
    'const names = [1] as const;',
    'const p = <p>as any of us knows, as Ajrakh is! </p>;',
    '// any of these, as string',
    'const same = a !== b;',
    "const Cart = z.object({}).openapi('Cart');",
    "const ProblemBody = z.object({}).openapi('Problem');",
    '/** See {@link Cart} and {@link ProblemBody.code}. */',
  ];
  expect(withTemporaryTree({ 'app/a.tsx': text.join('\n') }, findFaults)).toEqual([]);
});

it('reports files over 300 lines, except tests', () => {
  const [long, short] = ['b;\n'.repeat(301), 'a;\n'.repeat(300)];
  expect(
    withTemporaryTree({ 'app/a.ts': short, 'app/b.ts': long, 'app/b.test.ts': long }, findFaults),
  ).toEqual(['app/b.ts has 301 lines, over 300. Split it in two, named for what they do.']);
});
