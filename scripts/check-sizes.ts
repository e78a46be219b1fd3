/**
 * Checks the length of the files in app/, sandbox/ and scripts/. Reports casts and comments that silence a check, because Biome
 * reports only `any` and `!`. Each schema must have the same name in the code and in OpenAPI. A `{@link}` must name a declaration
 * or an import of its file.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

const maxLines = 300;

/** The schema with the name `Problem` in OpenAPI. In the code, `Problem` is the thrown error. */
const renamedSchema = 'ProblemBody';

/** Returns one message for each fault. The length of test files is not limited. */
export function findFaults(root: string): string[] {
  const tooLong = listCode(root, 'app', 'sandbox', 'scripts').flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
    if (lines <= maxLines || file.includes('.test.')) return [];
    return [`${file} has ${lines} lines, over ${maxLines}. Split it in two, named for what they do.`];
  });
  const escapes = listCode(root, 'app', 'scripts', 'tests', 'sandbox', 'seeds', 'tools').flatMap((file) => {
    const { text, program, comments } = readSource(root, file);
    const found: string[] = [];
    const add = (start: number, what: string) => found.push(`${file}:${lineOf(text, start)} ${what}`);
    const names = new Set<unknown>();
    visitNodes(program, (node) => {
      if (/^(JSX)?Identifier$/.test(node.type)) names.add(node.name);
      if (isCast(node))
        add(node.start, 'A cast is not checked. Narrow the type, parse the value, or use `satisfies`.');
      const [constant, described] = schemaNames(node);
      if (described && described !== constant && constant !== renamedSchema)
        add(node.start, `The schema ${constant} is called ${described} in OpenAPI. Use one name.`);
    });
    for (const { value, start } of comments) {
      if (/biome-ignore|@ts-(ignore|expect-error|nocheck)/.test(value))
        add(start, 'The comment silences a check. Fix what the check reports.');
      for (const [, name] of value.matchAll(/\{@link (\w+)/g))
        if (!names.has(name)) add(start, `{@link ${name}}: the file neither declares nor imports it.`);
    }
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

/** Reads the name of a schema's constant and the schema's name in OpenAPI, from `.openapi('…')`. */
function schemaNames({ type, id, init }: SyntaxNode): [constant?: string, described?: string] {
  if (type !== 'VariableDeclarator' || !isNode(id) || !isNode(init) || !isNode(init.callee)) return [];
  const { property } = init.callee;
  const [argument] = Array.isArray(init.arguments) ? init.arguments : [];
  if (!isNode(property) || property.name !== 'openapi' || !isNode(argument)) return [];
  return [String(id.name), typeof argument.value === 'string' ? argument.value : undefined];
}

if (import.meta.main) {
  const faults = findFaults(path.dirname(import.meta.dirname));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`Sizes and escapes. Faults: ${faults.length}.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
