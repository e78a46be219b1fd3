import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** The length above which a file is too long to read in one go. */
export const mostLines = 300;

const folders = ['app', 'scripts', 'tests', 'seeds', 'tools'];

/** The files whose lines are counted: of app/ and scripts/. Tests and seeds may be as long as they like. */
export const listMeasured = (root: string): string[] =>
  listCode(root, 'app', 'scripts').filter((file) => !file.includes('.test.'));

/** The files in which no escape may stand. */
export const listWithoutEscapes = (root: string): string[] => listCode(root, ...folders);

/** How long the files are, in lines. */
export function measureFiles(root: string) {
  const files = listMeasured(root).map((file) => ({
    file,
    lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length,
  }));
  const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (share: number) =>
    lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
  return { median: at(0.5), ninetieth: at(0.9), tooLong: files.filter(({ lines }) => lines > mostLines) };
}

/** Where the code tells a checker to look away, and what to do instead. */
export function findEscapes(root: string): { file: string; line: number; what: string }[] {
  return listWithoutEscapes(root).flatMap((file) => {
    const { text, program, comments } = readSource(root, file);
    const found: { file: string; line: number; what: string }[] = [];
    visitNodes(program, (node) => {
      const what = escapeOf(node);
      if (what) found.push({ file, line: lineOf(text, node.start), what });
    });
    for (const { value, start } of comments) {
      if (!/biome-ignore|@ts-(ignore|expect-error|nocheck)/.test(value)) continue;
      found.push({ file, line: lineOf(text, start), what: 'silences a check: mend what it points at.' });
    }
    return found;
  });
}

function escapeOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'TSAnyKeyword':
      return '`any` switches the checker off for all it touches: write `unknown`, and look before use.';
    case 'TSNonNullExpression':
      return '`!` asserts without looking: test for undefined, or throw.';
    case 'TSAsExpression':
      return isConst(node.typeAnnotation)
        ? undefined
        : '`as` claims a type unproved: narrow, parse, or `satisfies`.';
    case 'TSTypeAssertion':
      return 'a cast claims a type unproved: narrow, parse, or `satisfies`.';
    default:
      return undefined;
  }
}

function isConst(type: unknown): boolean {
  return isNode(type) && isNode(type.typeName) && type.typeName.name === 'const';
}
