/**
 * Checks that no file of app/ and scripts/ is too long to read in one go, and that no file escapes the checkers. Biome refuses `any` and
 * `!`; casts and comments that silence a check are refused here.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

const maxLines = 300;

/** Lists the files that are too long, tests aside, and the escapes, as one message each. */
export function findFaults(root: string): string[] {
  const tooLong = listCode(root, 'app', 'scripts').flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
    if (lines <= maxLines || file.includes('.test.')) return [];
    return [`${file} has ${lines} lines, over ${maxLines}. Split it in two, named for what they do.`];
  });
  const escapes = listCode(root, 'app', 'scripts', 'tests', 'seeds', 'tools').flatMap((file) => {
    const { text, program, comments } = readSource(root, file);
    const found: string[] = [];
    const add = (start: number, what: string) => found.push(`${file}:${lineOf(text, start)} ${what}`);
    visitNodes(program, (node) => {
      if (isCast(node)) add(node.start, 'A cast claims a type unproved: narrow, parse, or `satisfies`.');
    });
    for (const { value, start } of comments)
      if (/biome-ignore|@ts-(ignore|expect-error|nocheck)/.test(value))
        add(start, 'The comment silences a check: fix what it points at.');
    return found;
  });
  return [...tooLong, ...escapes];
}

/** True for `a as T` and `<T>a`, but not for `as const`. */
function isCast({ type, typeAnnotation }: SyntaxNode): boolean {
  const typeName = isNode(typeAnnotation) ? typeAnnotation.typeName : undefined;
  const isConst = isNode(typeName) && typeName.name === 'const';
  return type === 'TSTypeAssertion' || (type === 'TSAsExpression' && !isConst);
}

if (import.meta.main) {
  const faults = findFaults(path.dirname(import.meta.dirname));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`Sizes and escapes. Faults: ${faults.length}.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
