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

it('finds a word among the words of an identifier', () => {
  expect(found({ 'app/a.ts': 'const one = 1;\nconst parcelFor = one;\n' })).toEqual([
    'app/a.ts:2 identifier parcelFor → shipment',
  ]);
});

it('finds a word that is refused only as a whole identifier', () => {
  expect(found({ 'app/a.ts': 'const answer = 1;\nexport const answerForm = 2;\n' })).toEqual([
    'app/a.ts:1 identifier answer → response',
  ]);
});

it('finds adjacent words unless an exception surrounds them', () => {
  expect(found({ 'app/a.ts': '// Workers go round.\n// It may go round.\nconst goRound = 1;\n' })).toEqual([
    'app/a.ts:3 identifier goRound → worker',
    'app/a.ts:1 comment go round → worker',
  ]);
});

it('reads comments, test titles, paths and documents, but no strings', () => {
  expect(
    found({
      'app/parcel.ts': "/**\n * A `parcel`.\n * A parcel.\n */\nconst text = 'Your parcel';\n",
      'tests/a.test.ts': "it.each([1])('counts a parcel', () => {});\n",
      'README.md': 'One.\nTwo parcels.\n',
      'docs/merchant.md': 'Two parcels.\n',
    }),
  ).toEqual([
    'app/parcel.ts:1 file parcel → shipment',
    'app/parcel.ts:3 comment parcel → shipment',
    'tests/a.test.ts:1 comment parcel → shipment',
    'README.md:2 document parcels → shipment',
  ]);
});

it('reads the start of a docstring after the id of a requirement', () => {
  const text = '/** F-CART-01: What a cart has. */\n/** Returns what. */\n// What it does.\n';
  expect(found({ 'app/a.ts': text })).toEqual(['app/a.ts:1 docstring f cart 01: what → “Returns …”']);
});

it('skips the paths that a pattern excepts', () => {
  const text = '// Two answers.\n';
  expect(found({ 'app/a.ts': text, 'app/reviews/a.ts': text })).toEqual([
    'app/a.ts:1 comment answers → response',
  ]);
});

it('refuses an alias from a refused word to an allowed one, except for a fixed key', () => {
  const text = 'const { answer: response, parcels: shipments, a: answer, parcel = 1 } = b;\n';
  expect(found({ 'seeds/a.ts': text }).filter((one) => one.includes(' alias '))).toEqual([
    'seeds/a.ts:1 alias answer: response → response where answer is declared',
  ]);
});

it('allows fixed names and the lines of false alarms', () => {
  const text = 'const parcels = 1;\n// By parcel post.\n// By parcel.\n';
  expect(found({ 'app/a.ts': text })).toEqual(['app/a.ts:3 comment parcel → shipment']);
});

it('reads every line of every text file for a pattern of `text`', () => {
  const text = "const one = 'A database line';\n";
  expect(found({ 'app/a.ts': text, 'docs/a.sql': 'A database line', 'a.webp': 'A database line' })).toEqual([
    'app/a.ts:1 text database line → connection',
    'docs/a.sql:1 text database line → connection',
  ]);
});

it('reads the comments of style sheets and of files with number signs', () => {
  expect(
    found({ 'app/a.css': '/* A\n   parcel. */\n.parcel {}\n', 'compose.yaml': 'parcel: 1\n# A parcel.\n' }),
  ).toEqual(['app/a.css:2 comment parcel → shipment', 'compose.yaml:2 comment parcel → shipment']);
});

it('leaves out migrations, and reads the handbook for patterns of `text` only', () => {
  expect(
    found({
      'migrations/0000_baseline.sql': '-- A database line\n',
      'docs/merchant.md': 'A parcel.\nA database line.\n',
    }),
  ).toEqual(['docs/merchant.md:2 text database line → connection']);
});

it("skips the vocabulary's own table", () => {
  expect(found({ 'docs/vocabulary.md': 'a\n<!-- terms -->\n| parcel |\n<!-- /terms -->\nparcel\n' })).toEqual(
    ['docs/vocabulary.md:5 document parcel → shipment'],
  );
});

it('renders terms without a pattern too', () => {
  expect(tableOfTerms(vocabulary.terms)).toContain('| limit | allowance, place (in compounds) |');
});

it('has one known kind at least for each pattern', () => {
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
