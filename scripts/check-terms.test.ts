import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findTermBreaches, tableOfTerms, type Vocabulary } from './check-terms.ts';
import { rowsOf, withTemporaryTree } from './temporary-tree.ts';

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

const rows = rowsOf(`
  a word in an identifier | app/a.ts | const one = 1;↵const parcelFor = one; | app/a.ts:2 identifier parcelFor → shipment
  a word that is refused only as a whole identifier | app/a.ts | const answer = 1;↵export const answerForm = 2; | app/a.ts:1 identifier answer → response
  adjacent words unless an exception surrounds them | app/a.ts | // Workers go round.↵// It may go round.↵const goRound = 1; | app/a.ts:3 identifier goRound → worker | app/a.ts:1 comment go round → worker
  words in paths and comments, but not in code and strings | app/parcel.ts | /**↵ * A \`parcel\`.↵ * A parcel.↵ */↵const text = 'Your parcel'; | app/parcel.ts:1 file parcel → shipment | app/parcel.ts:3 comment parcel → shipment
  a word in a test title | tests/a.test.ts | it.each([1])('counts a parcel', () => {}); | tests/a.test.ts:1 comment parcel → shipment
  a word in a document | README.md | One.↵Two parcels. | README.md:2 document parcels → shipment
  the start of a docstring after the id of a requirement | app/a.ts | /** F-CART-01: What a cart has. */↵/** Returns what. */↵// What it does. | app/a.ts:1 docstring f cart 01: what → “Returns …”
  a word outside the path that a pattern excepts | app/a.ts | // Two answers. | app/a.ts:1 comment answers → response
  no word in a path that a pattern excepts | app/reviews/a.ts | // Two answers.
  no fixed name, and no word in a line with a false alarm | app/a.ts | const parcels = 1;↵// By parcel post.↵// By parcel. | app/a.ts:3 comment parcel → shipment
  a word of the kind text in a string | app/a.ts | const one = 'A database line'; | app/a.ts:1 text database line → connection
  a word of the kind text in any text file | docs/a.sql | A database line | docs/a.sql:1 text database line → connection
  no word in an image | a.webp | A database line
  a word in a comment of a style sheet | app/a.css | /* A↵   parcel. */↵.parcel {} | app/a.css:2 comment parcel → shipment
  a word in a comment of a YAML file | compose.yaml | parcel: 1↵# A parcel. | compose.yaml:2 comment parcel → shipment
  no word in migrations | migrations/0000_baseline.sql | -- A database line
  only words of the kind text in the handbook | docs/merchant.md | A parcel.↵A database line. | docs/merchant.md:2 text database line → connection
`);
it.each(rows)('finds %s', (_what, file = '', text = '', ...breaches) => {
  expect(found({ [file]: `${text}\n` })).toEqual(breaches);
});

it("finds no word in the vocabulary's own table", () => {
  const text = 'a\n<!-- terms -->\n| parcel |\n<!-- /terms -->\nparcel\n';
  expect(found({ 'docs/vocabulary.md': text })).toEqual(['docs/vocabulary.md:5 document parcel → shipment']);
});

it('finds a refused word that code renames to an allowed word, except for a fixed key', () => {
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
