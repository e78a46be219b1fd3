import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/**
 * Where a word is refused. `identifier`: among the words of an identifier (`parcelFor`: parcel, for). `name`: as a whole identifier only.
 * `comment`: in comments and test titles. `document`: in Markdown. `file`: among the words of a path.
 */
export type Scope = 'identifier' | 'name' | 'comment' | 'document' | 'file';

/** One row of the vocabulary: the standard word, the words it replaces, and which of those a machine can refuse. */
export type Term = {
  say: string;
  not: string;
  refused?: Refused[];
};

/** Words that are refused in these places, but not inside the phrases of `except`. */
export type Refused = {
  words: string[];
  in: Scope[];
  except?: string[];
  /** So many of them are left from before the vocabulary; the number only falls. */
  left?: number;
};

/** A refused word, where it stands, and the rule that refuses it. */
export type Breach = { file: string; line: number; found: string; where: Scope; say: string; rule: Refused };

const folders = ['app', 'seeds', 'tests', 'scripts', 'tools'];

/** These state the words that are refused, or speak to the shop's owner. */
const exempt = ['scripts/terms.ts', 'scripts/terms.test.ts', 'docs/merchant.md', 'docs/requirements.md'];

/** The vocabulary, from `scripts/terms.json`. */
export const readTerms = (root: string): Term[] =>
  JSON.parse(readFileSync(path.join(root, 'scripts', 'terms.json'), 'utf8'));

/** The code files that are read. */
export const listTermedCode = (root: string): string[] =>
  listCode(root, ...folders).filter((file) => !exempt.includes(file));

/** Every breach below `root`, in the order of the files. */
export function findTermBreaches(root: string, terms: Term[]): Breach[] {
  const rules = terms.flatMap(({ say, refused = [] }) =>
    refused.map((rule) => ({
      say,
      rule,
      words: rule.words,
      in: new Set(rule.in),
      except: rule.except ?? [],
    })),
  );
  const phrases = new Map<string, typeof rules>();
  for (const rule of rules) {
    for (const phrase of rule.words) phrases.set(phrase, [...(phrases.get(phrase) ?? []), rule]);
  }
  const longest = Math.max(1, ...[...phrases.keys()].map((phrase) => phrase.split(' ').length));

  /** The refused phrases among `words`, where they are not part of an excepted one. */
  const refusedIn = (words: string[], scope: Scope): { phrase: string; say: string; rule: Refused }[] => {
    const text = ` ${words.join(' ')} `;
    const found: { phrase: string; say: string; rule: Refused }[] = [];
    for (let from = 0; from < words.length; from += 1) {
      for (let size = 1; size <= longest && from + size <= words.length; size += 1) {
        const phrase = words.slice(from, from + size).join(' ');
        for (const one of phrases.get(phrase) ?? []) {
          const isWhole = scope === 'name' ? size === words.length : true;
          const isExcepted = one.except.some(
            (longer) => ` ${longer} `.includes(` ${phrase} `) && text.includes(` ${longer} `),
          );
          if (one.in.has(scope) && isWhole && !isExcepted)
            found.push({ phrase, say: one.say, rule: one.rule });
        }
      }
    }
    return found;
  };

  const inCode = listTermedCode(root).flatMap((file) => {
    const source = readSource(root, file);
    const breaches: Breach[] = [];
    const add = (words: string[], scope: Scope, line: number, found?: string) => {
      for (const { phrase, say, rule } of refusedIn(words, scope))
        breaches.push({ file, line, found: found ?? phrase, where: scope, say, rule });
    };
    add(wordsOf(file), 'file', 1);
    visitNodes(source.program, (node) => {
      const name = identifierOf(node);
      if (name !== undefined) {
        add(wordsOf(name), 'identifier', lineOf(source.text, node.start), name);
        add(wordsOf(name), 'name', lineOf(source.text, node.start), name);
      }
      const title = titleOf(node);
      if (title !== undefined) add(proseOf(title), 'comment', lineOf(source.text, node.start));
    });
    for (const { value, start } of source.comments)
      for (const [row, text] of value.split('\n').entries())
        add(proseOf(text), 'comment', lineOf(source.text, start) + row);
    return breaches;
  });
  const inDocuments = listDocuments(root).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .replace(/<!-- terms -->[\s\S]*<!-- \/terms -->/, (table) => '\n'.repeat(table.split('\n').length - 1))
      .split('\n')
      .flatMap((text, row) =>
        refusedIn(proseOf(text), 'document').map(
          ({ phrase, say, rule }): Breach => ({
            file,
            line: row + 1,
            found: phrase,
            where: 'document',
            say,
            rule,
          }),
        ),
      ),
  );
  return [...inCode, ...inDocuments];
}

/** The Markdown files that engineers read. */
const listDocuments = (root: string) =>
  globSync(['*.md', 'docs/**/*.md', 'tools/**/*.md'], { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !exempt.includes(file))
    .sort();

/** `readCODOrder` → read, cod, order. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The words of a sentence; what stands in backquotes is code, and is read where it is written. */
const proseOf = (text: string): string[] =>
  text
    .replace(/`[^`]*`/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

function identifierOf({ type, name }: SyntaxNode): string | undefined {
  const isName = type === 'Identifier' || type === 'JSXIdentifier';
  return isName && typeof name === 'string' ? name : undefined;
}

/** The title of a test or of a group of tests. */
function titleOf({ type, callee, arguments: given }: SyntaxNode): string | undefined {
  if (type !== 'CallExpression' || !Array.isArray(given)) return undefined;
  // `it.skipIf(…)(title)` and `test.describe(title)` as well.
  let called = callee;
  while (isNode(called) && called.type !== 'Identifier') called = called.callee ?? called.object;
  if (!isNode(called) || !['it', 'test', 'describe'].includes(String(called.name))) return undefined;
  const [title] = given;
  return isNode(title) && typeof title.value === 'string' ? title.value : undefined;
}

/** The vocabulary as a table of Markdown. */
export function tableOfTerms(terms: Term[]): string {
  return ['| say | not |', '|---|---|', ...terms.map(({ say, not }) => `| ${say} | ${not} |`)].join('\n');
}
