import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findTermBreaches, tableOfTerms, type Vocabulary } from './check-terms.ts';
import { withTemporaryTree } from './temporary-tree.ts';

const vocabulary: Vocabulary = {
  fixed: ['parcels'],
  falseAlarms: ['parcel post'],
  terms: [
    { preferred: 'shipment', avoid: 'parcel', refused: { 'parcels?': 'identifier comment document file' } },
    {
      preferred: 'response',
      avoid: 'answer',
      refused: { '^answer$': 'identifier', answers: 'comment -app/reviews/' },
    },
    { preferred: 'worker', avoid: 'go round', refused: { '(?<!may )go round': 'identifier comment' } },
    { preferred: '“Returns …”', avoid: 'What', refused: { '^([fs] [^:]+: )?what': 'docstring' } },
    { preferred: 'connection', avoid: 'line', refused: { 'database line': 'identifier text' } },
    { preferred: 'limit', avoid: 'allowance, place (in compounds)', refused: {} },
  ],
};
const found = (files: Record<string, string>) =>
  withTemporaryTree(files, (root) =>
    findTermBreaches(root, Object.keys(files), vocabulary).map(
      (one) => `${one.file}:${one.line} ${one.kind} ${one.found} → ${one.preferred}`,
    ),
  );

it.each<[what: string, files: Record<string, string>, breaches: string[]]>([
  [
    'a word in an identifier',
    { 'app/a.ts': 'const one = 1;\nconst parcelFor = one;\n' },
    ['app/a.ts:2 identifier parcelFor → shipment'],
  ],
  [
    'a word that is refused only as a whole identifier',
    { 'app/a.ts': 'const answer = 1;\nexport const answerForm = 2;\n' },
    ['app/a.ts:1 identifier answer → response'],
  ],
  [
    'adjacent words unless an exception surrounds them',
    { 'app/a.ts': '// Workers go round.\n// It may go round.\nconst goRound = 1;\n' },
    ['app/a.ts:3 identifier goRound → worker', 'app/a.ts:1 comment go round → worker'],
  ],
  [
    'words in comments, test titles, paths and documents, but not in strings',
    {
      'app/parcel.ts': "/**\n * A `parcel`.\n * A parcel.\n */\nconst text = 'Your parcel';\n",
      'tests/a.test.ts': "it.each([1])('counts a parcel', () => {});\n",
      'README.md': 'One.\nTwo parcels.\n',
      'docs/merchant.md': 'Two parcels.\n',
    },
    [
      'app/parcel.ts:1 file parcel → shipment',
      'app/parcel.ts:3 comment parcel → shipment',
      'tests/a.test.ts:1 comment parcel → shipment',
      'README.md:2 document parcels → shipment',
    ],
  ],
  [
    'the start of a docstring after the id of a requirement',
    { 'app/a.ts': '/** F-CART-01: What a cart has. */\n/** Returns what. */\n// What it does.\n' },
    ['app/a.ts:1 docstring f cart 01: what → “Returns …”'],
  ],
  [
    'no word in a path that a pattern excepts',
    { 'app/a.ts': '// Two answers.\n', 'app/reviews/a.ts': '// Two answers.\n' },
    ['app/a.ts:1 comment answers → response'],
  ],
  [
    'no fixed name, and no word in a line with a false alarm',
    { 'app/a.ts': 'const parcels = 1;\n// By parcel post.\n// By parcel.\n' },
    ['app/a.ts:3 comment parcel → shipment'],
  ],
  [
    'words in every line of every text file for a pattern of `text`',
    {
      'app/a.ts': "const one = 'A database line';\n",
      'docs/a.sql': 'A database line',
      'a.webp': 'A database line',
    },
    ['app/a.ts:1 text database line → connection', 'docs/a.sql:1 text database line → connection'],
  ],
  [
    'words in the comments of style sheets and YAML files',
    { 'app/a.css': '/* A\n   parcel. */\n.parcel {}\n', 'compose.yaml': 'parcel: 1\n# A parcel.\n' },
    ['app/a.css:2 comment parcel → shipment', 'compose.yaml:2 comment parcel → shipment'],
  ],
  [
    'no word in migrations, and in the handbook only words of `text`',
    {
      'migrations/0000_baseline.sql': '-- A database line\n',
      'docs/merchant.md': 'A parcel.\nA database line.\n',
    },
    ['docs/merchant.md:2 text database line → connection'],
  ],
  [
    "no word in the vocabulary's own table",
    { 'docs/vocabulary.md': 'a\n<!-- terms -->\n| parcel |\n<!-- /terms -->\nparcel\n' },
    ['docs/vocabulary.md:5 document parcel → shipment'],
  ],
])('finds %s', (_what, files, breaches) => {
  expect(found(files)).toEqual(breaches);
});

it('finds an alias from a refused word to an allowed word, except for a fixed key', () => {
  const text = 'const { answer: response, parcels: shipments, a: answer, parcel = 1 } = b;\n';
  expect(found({ 'seeds/a.ts': text }).filter((one) => one.includes(' alias '))).toEqual([
    'seeds/a.ts:1 alias answer: response → response where answer is declared',
  ]);
});

it('lists terms without a pattern in the table of the vocabulary too', () => {
  expect(tableOfTerms(vocabulary.terms)).toContain('| limit | allowance, place (in compounds) |');
});

it('gives each pattern of terms.json at least one known kind', () => {
  const kinds = new Set(['identifier', 'comment', 'docstring', 'document', 'file', 'text']);
  const { terms }: Vocabulary = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'terms.json'), 'utf8'),
  );
  for (const value of terms.flatMap(({ refused }) => Object.values(refused))) {
    const named = value.split(' ').filter((kind) => !kind.startsWith('-'));
    expect(named).not.toEqual([]);
    expect(named.filter((kind) => !kinds.has(kind))).toEqual([]);
  }
});
