/**
 * Checks the vocabulary of `scripts/terms.json` in every tracked file. Fails for each refused word, and if the table in
 * docs/vocabulary.md is stale. `--write` updates the table. With paths as arguments, prints only the refused words below them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, readSource, type SyntaxNode, visitNodes } from './source.ts';

/**
 * One row of the vocabulary: the standard word, the words it replaces, and patterns that a machine can refuse. A pattern matches
 * whole words. `refused` maps a pattern to the kinds of text in which it is refused, separated by spaces:
 * - `identifier`: the words of an identifier, so `^kept$` refuses `kept` alone;
 * - `comment`: comments and test titles; `docstring`: the first line of a docstring; `document`: Markdown; `file`: paths;
 * - `text`: every line of every file, strings included; `-app/reviews/`: not below this path.
 */
export type Term = { preferred: string; avoid: string; refused: Record<string, string> };

/**
 * The content of `scripts/terms.json`:
 * - `fixed`: fields of the specified API and stored keys. They are allowed as identifiers. Code that reads them may rename them.
 * - `falseAlarms`: texts. A refused word is allowed in a line that contains one of these texts.
 * - `terms`: the rows.
 */
export type Vocabulary = { fixed: string[]; falseAlarms: string[]; terms: Term[] };

/** A refused word and the rule that refuses it. */
export type Breach = { file: string; line: number; kind: string; found: string; preferred: string };

/** Files that quote refused words, and migrations, which never change after a release. */
const exempt = /^(scripts\/(check-terms\.test\.ts|terms\.json)|migrations\/.*|package-lock\.json)$/;
const codeFile = /\.(ts|tsx|mjs|js)$/;
/** The handbook for the shop's owner. It uses the owner's words, so only the patterns of `text` apply. */
const handbook = 'docs/merchant.md';
const binaryFile = /\.(webp|jpg|png|woff2|ttf|gz|webm|mp4|heic)$/;
/** Matches a comment of a style sheet, or a comment that begins with `#`. */
const plainComment = /\/\*[\s\S]*?\*\/|(?<=^|\s)#\s.*/gm;
const table = /<!-- terms -->[\s\S]*<!-- \/terms -->/;

/** Returns every refused word in the files, which are paths from `root` with forward slashes. */
export function findTermBreaches(
  root: string,
  files: readonly string[],
  { fixed, falseAlarms, terms }: Vocabulary,
): Breach[] {
  const rules = terms.flatMap(({ preferred, refused }) =>
    Object.entries(refused).map(([pattern, kinds]) => ({
      preferred,
      pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
      kinds: new Set(kinds.split(' ')),
      except: kinds.split(' ').flatMap((kind) => (kind.startsWith('-') ? kind.slice(1) : [])),
    })),
  );
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
        for (const [found] of text.matchAll(pattern))
          breaches.push({ file, line, kind, found: name ?? found.trim(), preferred });
      }
  };
  for (const file of files) {
    if (exempt.test(file) || binaryFile.test(file)) continue;
    read(file, 1, 'file', wordsOf(file));
    const content = readFileSync(path.join(root, file), 'utf8').replace(table, (rows) =>
      rows.replaceAll(/.+/g, ''),
    );
    for (const [row, line] of content.split('\n').entries()) {
      read(file, row + 1, 'text', line.toLowerCase());
      if (file.endsWith('.md') && file !== handbook) read(file, row + 1, 'document', proseOf(line));
    }
    if (!codeFile.test(file)) {
      if (file.endsWith('.md')) continue;
      for (const { 0: comment, index } of content.matchAll(plainComment))
        for (const [row, line] of comment.split('\n').entries())
          read(file, lineOf(content, index) + row, 'comment', proseOf(line));
      continue;
    }
    const { text, program, comments } = readSource(root, file);
    visitNodes(program, (node) => {
      const title = titleOf(node);
      if (title) read(file, lineOf(text, node.start), 'comment', proseOf(title));
      for (const [key, alias, start] of aliasesOf(node))
        if (!fixed.includes(key) && refuses(key) && !refuses(alias))
          breaches.push({
            ...{ file, line: lineOf(text, start), kind: 'alias', found: `${key}: ${alias}` },
            ...{ preferred: `${alias} where ${key} is declared` },
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
  const linesOf = new Map<string, string[]>();
  return breaches.filter(({ file, line }) => {
    const lines = linesOf.get(file) ?? readFileSync(path.join(root, file), 'utf8').split('\n');
    linesOf.set(file, lines);
    return !falseAlarms.some((text) => lines[line - 1]?.includes(text));
  });
}

/** Returns the vocabulary as a Markdown table. */
export const tableOfTerms = (terms: Term[]): string =>
  [
    '| use | instead of |',
    '|---|---|',
    ...terms.map(({ preferred, avoid }) => `| ${preferred} | ${avoid} |`),
  ].join('\n');

/** Lists the tracked files as paths from `root`. Without git, lists the files of the checkout. */
function listTrackedFiles(root: string): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files =
    status === 0
      ? stdout.split('\0')
      : globSync('**/*.*', { cwd: root, exclude: ['node_modules', 'build', 'data'] });
  return files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file && existsSync(path.join(root, file)));
}

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
  const breaches = findTermBreaches(root, listTrackedFiles(root), vocabulary);
  const shown =
    below.length > 0 ? breaches.filter(({ file }) => below.some((one) => file.startsWith(one))) : breaches;
  for (const { file, line, kind, found, preferred } of shown)
    process.stderr.write(`${file}:${line} ${kind} “${found}”: say ${preferred}\n`);
  const guide = path.join(root, 'docs/vocabulary.md');
  const written = readFileSync(guide, 'utf8');
  const rendered = written.replace(
    table,
    `<!-- terms -->\n${tableOfTerms(vocabulary.terms)}\n<!-- /terms -->`,
  );
  if (process.argv.includes('--write')) writeFileSync(guide, rendered);
  else if (rendered !== written)
    process.stderr.write(
      'The table in docs/vocabulary.md is stale. Run `node scripts/check-terms.ts --write`.\n',
    );
  process.stdout.write(`${breaches.length} refused words.\n`);
  process.exitCode =
    breaches.length > 0 || (rendered !== written && !process.argv.includes('--write')) ? 1 : 0;
}
