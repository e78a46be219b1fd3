/**
 * Checks that every requirement of docs/requirements.md is in a test title or in docs/deviations.md. Also checks that every cited
 * id is listed once.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** Lists the ids of docs/requirements.md in order. Each id has a line, such as `- S-RT-01: …`. */
function listedIds(root: string): string[] {
  return Array.from(
    readDocument(root, 'requirements').matchAll(/^- ([A-Z]+-[\w-]+):/gm),
    ([, id = '']) => id,
  );
}

/** Compares docs/requirements.md with the test titles and docs/deviations.md. Returns one message per fault. */
export function findFaults(root: string): string[] {
  const ids = listedIds(root);
  const cited = [...new Set([...idsIn(readDocument(root, 'deviations')), ...idsInTitles(root)])];
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const untested = ids.filter((id) => !cited.includes(id));
  const unlisted = cited.filter((id) => !ids.includes(id));
  return [
    ...twice.map((id) => `${id} is listed twice in docs/requirements.md.`),
    ...untested.map((id) => `${id}: add it to the title of its test, or explain it in docs/deviations.md.`),
    ...unlisted.map((id) => `${id}: list it in docs/requirements.md, or correct the text that cites it.`),
  ];
}

const readDocument = (root: string, name: string) =>
  readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');

export function idsInTitles(root: string): string[] {
  return idsIn(testTitles(root).join('\n'));
}

const mention = /\b(S-[A-Z]+|[FNQ])-(\d+)(?:(?:…|\.\.\.?|–)(?:\1-)?(\d+))?/g;

/** Finds the ids in a text. `S-POL-01…22` counts as all 22. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(mention)].flatMap(([, area, first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => {
      const number = String(Number(first) + index).padStart(first.length, '0');
      return `${area}-${number}`;
    }),
  );
}

/** Reads the titles of all tests and groups of tests. */
function testTitles(root: string): string[] {
  const files = globSync('{app,sandbox,scripts,seeds,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
  return files.flatMap((file) => {
    const titles: string[] = [];
    visitNodes(readSource(root, file).program, (node) => {
      if (node.type !== 'CallExpression' || !/^(it|test|describe)$/.test(rootName(node.callee))) return;
      const [title] = Array.isArray(node.arguments) ? node.arguments : [];
      titles.push(...writtenText(title), ...(isNode(node.callee) ? tableText(node.callee) : []));
    });
    return titles;
  });
}

/** Returns the first name of a chain of calls: `it.each([…])` → it, `test.describe` → test. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  return rootName(callee.object ?? callee.callee ?? callee.tag);
}

function writtenText(title: unknown): string[] {
  if (!isNode(title)) return [];
  if (typeof title.value === 'string') return [title.value];
  const parts: unknown[] = Array.isArray(title.quasis) ? title.quasis : [];
  return parts.filter(isNode).map(cookedText);
}

/** Reads the texts in the table of `it.each([…])`, which become titles. */
function tableText({ type, arguments: table }: SyntaxNode): string[] {
  const text: string[] = [];
  if (type === 'CallExpression') visitNodes(table, (node) => text.push(...writtenText(node)));
  return text;
}

function cookedText({ value }: SyntaxNode): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

if (import.meta.main) {
  const root = process.argv[2] ?? path.dirname(import.meta.dirname);
  const faults = findFaults(root);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${listedIds(root).length} requirements. Faults: ${faults.length}.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
