import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** What is promised: how many requirements each area has, or which of them. */
export const promised: Record<string, number | number[]> = {
  GEN: 20,
  RT: 33,
  LAY: 8,
  HDR: 15,
  MNV: 7,
  SRCH: 8,
  BBAR: 10,
  FOOT: 16,
  HOME: 27,
  PDP: 20,
  CART: 23,
  WISH: 8,
  CHK: 17,
  PAY: 20,
  ORD: 11,
  ODT: 21,
  RATE: 11,
  PROF: 34,
  LIST: 21,
  FILT: 23,
  MCAT: 3,
  AUTH: 19,
  CON: 6,
  DATA: 26,
  ROLE: 9,
  API: 43,
  ERR: 15,
  CONST: 15,
  POL: 22,
};

/** The ids of everything promised: `S-RT-01`, … */
export function promisedIds(areas = promised): string[] {
  return Object.entries(areas).flatMap(([area, numbers]) =>
    (typeof numbers === 'number' ? span(1, numbers) : numbers).map((number) => idOf(area, number)),
  );
}

/** Those of `ids` that neither a test's title nor docs/deviations.md mentions. */
export function findUnproved(root: string, ids: string[]): string[] {
  const deviations = path.join(root, 'docs', 'deviations.md');
  const written = existsSync(deviations) ? readFileSync(deviations, 'utf8') : '';
  const mentioned = new Set([...idsIn(written), ...idsInTitles(root)]);
  return ids.filter((id) => !mentioned.has(id));
}

/** The ids that the titles of tests mention. */
export function idsInTitles(root: string): string[] {
  return idsIn(testTitles(root).join('\n'));
}

const mention = /\bS-([A-Z]+)-(\d{2})(?:(?:…|\.\.\.?|–)(?:S-\1-)?(\d{2}))?/g;

/** The ids that a text mentions; `S-POL-01…22` mentions all 22. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(mention)].flatMap(([, area = '', first, last]) =>
    span(Number(first), Number(last ?? first)).map((number) => idOf(area, number)),
  );
}

/** The titles of every test and group of tests, as written. */
function testTitles(root: string): string[] {
  const files = globSync('{app,scripts,seeds,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
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

/** `it.each([…])` → it, `test.describe` → test: the name that a chain of calls begins with. */
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

/** The words in the table of `it.each([…])`, which become titles row by row. */
function tableText({ type, arguments: table }: SyntaxNode): string[] {
  const text: string[] = [];
  if (type === 'CallExpression') visitNodes(table, (node) => text.push(...writtenText(node)));
  return text;
}

function cookedText({ value }: SyntaxNode): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

function span(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function idOf(area: string, number: number): string {
  return `S-${area}-${String(number).padStart(2, '0')}`;
}
