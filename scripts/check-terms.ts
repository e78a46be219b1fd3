/**
 * Checks the vocabulary of `scripts/terms.json`. Fails for a refused word in a folder listed as `finished`, and for an
 * `everywhere` pattern in any file. Also fails if the table in CONTRIBUTING.md is stale. `--write` renders the table. With paths
 * as arguments, prints every refused word below them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/**
 * One row of the vocabulary: the standard word, the words that it replaces, and the patterns to refuse. A pattern matches whole
 * words. Its value lists the places, separated by spaces:
 * - `identifier`: the words of an identifier. `^kept$` refuses `kept` alone.
 * - `comment`: comments and test titles; `docstring`: the first line of a docstring; `document`: Markdown; `file`: paths.
 * - `everywhere`: also outside of finished folders; `-app/reviews/`: not below this path.
 */
export type Term = { preferred: string; avoid: string; refused: Record<string, string> };

/**
 * - `finished`: the paths without any refused word (`app/*`: the files of `app` itself), except those below `exceptions`.
 * - `fixed`: fields of the specified API and stored keys. They are allowed as identifiers, and code may rename them where it
 * reads them.
 * - `falseAlarms`: texts. A line that contains one of them is allowed.
 * - `terms`: the rows.
 */
export type Vocabulary = {
  finished: string[];
  exceptions: string[];
  fixed: string[];
  falseAlarms: string[];
  terms: Term[];
};

/** A refused word and the rule that refuses it. `isFailure`: the check fails for the word. */
export type Breach = {
  file: string;
  line: number;
  kind: string;
  found: string;
  preferred: string;
  isFailure: boolean;
};

/** Files that quote refused words, or that are written for the shop's owner. */
const exempt = ['scripts/check-terms.test.ts', 'docs/merchant.md', 'docs/requirements.md'];
const table = /<!-- terms -->[\s\S]*<!-- \/terms -->/;

/** Returns every refused word below `root`. */
export function findTermBreaches(
  root: string,
  { finished, exceptions, fixed, falseAlarms, terms }: Vocabulary,
): Breach[] {
  const rules = terms.flatMap(({ preferred, refused }) =>
    Object.entries(refused).map(([pattern, kinds]) => ({
      preferred,
      pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
      kinds: new Set(kinds.split(' ')),
      except: kinds.split(' ').flatMap((kind) => (kind.startsWith('-') ? kind.slice(1) : [])),
    })),
  );
  const isBelow = (file: string, paths: string[]) =>
    paths.some((one) => file.startsWith(one) || `${path.dirname(file)}/*` === one);
  const isFinished = (file: string) => isBelow(file, finished) && !isBelow(file, exceptions);
  const breaches: Breach[] = [];
  /** Cache of texts without a match. Most names occur often but need to be matched only once. */
  const clean = new Set<string>();
  const refuses = (name: string) =>
    rules.some(({ pattern, kinds }) => kinds.has('identifier') && wordsOf(name).search(pattern) >= 0);
  const read = (file: string, line: number, kind: string, text: string, name?: string) => {
    const key = `${kind} ${text}`;
    if (clean.has(key)) return;
    if (!rules.some(({ pattern, kinds }) => kinds.has(kind) && text.search(pattern) >= 0)) clean.add(key);
    else
      for (const { preferred, pattern, kinds, except } of rules) {
        if (!kinds.has(kind) || except.some((folder) => file.startsWith(folder))) continue;
        const isFailure = kinds.has('everywhere') || isFinished(file);
        for (const [found] of text.matchAll(pattern))
          breaches.push({ file, line, kind, found: name ?? found.trim(), preferred, isFailure });
      }
  };
  for (const file of withoutExempt(listCode(root, 'app', 'sandbox', 'seeds', 'tests', 'scripts', 'tools'))) {
    const { text, program, comments } = readSource(root, file);
    read(file, 1, 'file', wordsOf(file));
    visitNodes(program, (node) => {
      const title = titleOf(node);
      if (title) read(file, lineOf(text, node.start), 'comment', proseOf(title));
      for (const [key, alias, start] of aliasesOf(node))
        if (!fixed.includes(key) && refuses(key) && !refuses(alias))
          breaches.push({
            ...{ file, line: lineOf(text, start), kind: 'alias', found: `${key}: ${alias}` },
            ...{ preferred: `${alias} where ${key} is declared`, isFailure: true },
          });
      if (!/^(JSX)?Identifier$/.test(node.type) || typeof node.name !== 'string') return;
      if (fixed.includes(node.name)) return;
      read(file, lineOf(text, node.start), 'identifier', wordsOf(node.name), node.name);
    });
    for (const { value, start } of comments) {
      const first = lineOf(text, start);
      for (const [row, line] of value.split('\n').entries())
        read(file, first + row, 'comment', proseOf(line));
      if (value.startsWith('*')) read(file, first, 'docstring', proseOf(value));
    }
  }
  const documents = globSync(['*.md', 'docs/**/*.md', 'tools/**/*.md'], { cwd: root });
  for (const file of withoutExempt(documents)) {
    const text = readFileSync(path.join(root, file), 'utf8').replace(table, (rows) =>
      rows.replaceAll(/.+/g, ''),
    );
    for (const [row, line] of text.split('\n').entries()) read(file, row + 1, 'document', proseOf(line));
  }
  const linesOf = new Map<string, string[]>();
  return breaches.filter(({ file, line }) => {
    const lines = linesOf.get(file) ?? readFileSync(path.join(root, file), 'utf8').split('\n');
    linesOf.set(file, lines);
    return !falseAlarms.some((text) => lines[line - 1]?.includes(text));
  });
}

/** Returns the vocabulary as a Markdown table. */
export const tableOfTerms = (terms: Term[]): string =>
  ['| say | not |', '|---|---|', ...terms.map(({ preferred, avoid }) => `| ${preferred} | ${avoid} |`)].join(
    '\n',
  );

const withoutExempt = (files: string[]) =>
  files.map((file) => file.split(path.sep).join('/')).filter((file) => !exempt.includes(file));

/** Splits a name into words: `readCODOrder` → read cod order. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .join(' ')
    .trim();

/** Returns prose in lower case, without code in backquotes and without the asterisks of a comment. */
const proseOf = (text: string) =>
  text
    .replace(/`[^`]*`/g, ' ')
    .toLowerCase()
    .replace(/[\s*-]+/g, ' ')
    .trim();

/** Lists the keys of a destructuring that renames them, with their new names. */
function aliasesOf({ type, properties }: SyntaxNode): [key: string, alias: string, start: number][] {
  if (type !== 'ObjectPattern' || !Array.isArray(properties)) return [];
  return properties.flatMap(({ key, value, start }) => {
    const { name } = value?.type === 'AssignmentPattern' ? value.left : (value ?? {});
    return typeof key?.name === 'string' && typeof name === 'string' ? [[key.name, name, start]] : [];
  });
}

/** Returns the title of a test or of a group of tests. Also reads `it.skipIf(…)(title)` and `test.describe(title)`. */
function titleOf({ type, callee, arguments: values }: SyntaxNode): string | undefined {
  if (type !== 'CallExpression' || !Array.isArray(values)) return undefined;
  let called = callee;
  while (isNode(called) && called.type !== 'Identifier') called = called.callee ?? called.object;
  if (!isNode(called) || !['it', 'test', 'describe'].includes(String(called.name))) return undefined;
  const [title] = values;
  return isNode(title) && typeof title.value === 'string' ? title.value : undefined;
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const vocabulary: Vocabulary = JSON.parse(readFileSync(path.join(root, 'scripts/terms.json'), 'utf8'));
  const below = process.argv.slice(2).filter((option) => option !== '--write');
  const breaches = findTermBreaches(root, vocabulary);
  const failures = breaches.filter(({ isFailure }) => isFailure);
  const shown =
    below.length > 0 ? breaches.filter(({ file }) => below.some((one) => file.startsWith(one))) : failures;
  for (const { file, line, kind, found, preferred } of shown)
    process.stderr.write(`${file}:${line} ${kind} “${found}”: say ${preferred}\n`);
  const guide = path.join(root, 'CONTRIBUTING.md');
  const written = readFileSync(guide, 'utf8');
  const rendered = written.replace(
    table,
    `<!-- terms -->\n${tableOfTerms(vocabulary.terms)}\n<!-- /terms -->`,
  );
  if (process.argv.includes('--write')) writeFileSync(guide, rendered);
  else if (rendered !== written)
    process.stderr.write(
      'The vocabulary in CONTRIBUTING.md is stale. Run `node scripts/check-terms.ts --write`.\n',
    );
  process.stdout.write(
    `${failures.length} refused words in finished folders, ${breaches.length} in all files.\n`,
  );
  process.exitCode =
    failures.length > 0 || (rendered !== written && !process.argv.includes('--write')) ? 1 : 0;
}
