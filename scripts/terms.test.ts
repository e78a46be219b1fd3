import { expect, it } from 'vitest';
import { inTree } from './temporary-tree.ts';
import { findTermBreaches, type Term, tableOfTerms } from './terms.ts';

const terms: Term[] = [
  {
    say: 'shipment',
    not: 'parcel',
    refused: [{ words: ['parcel', 'parcels'], in: ['identifier', 'comment', 'document', 'file'] }],
  },
  { say: 'response', not: 'answer', refused: [{ words: ['answer'], in: ['name'] }] },
  {
    say: 'worker',
    not: 'go round',
    refused: [{ words: ['go round'], in: ['identifier', 'comment'], except: ['may go round'] }],
  },
  { say: 'limit', not: 'allowance, place (in compounds)' },
];
const found = (files: Record<string, string>) =>
  inTree(files, (root) =>
    findTermBreaches(root, terms).map(
      (one) => `${one.file}:${one.line} ${one.where} ${one.found} → ${one.say}`,
    ),
  );

it('finds a word among the words of an identifier, and says the standard one', () => {
  expect(found({ 'app/a.ts': 'const one = 1;\nconst parcelFor = one;\n' })).toEqual([
    'app/a.ts:2 identifier parcelFor → shipment',
  ]);
});

it('finds a word that is refused as a whole name only', () => {
  expect(found({ 'app/a.ts': 'const answer = 1;\nexport const answerForm = 2;\n' })).toEqual([
    'app/a.ts:1 name answer → response',
  ]);
});

it('finds words that stand together, unless they are part of an exception', () => {
  expect(found({ 'app/a.ts': '// Workers go round.\n// It may go round.\nconst goRound = 1;\n' })).toEqual([
    'app/a.ts:3 identifier goRound → worker',
    'app/a.ts:1 comment go round → worker',
  ]);
});

it('reads each line of a comment, the titles of tests, file names and documents, but no strings and no code in backquotes', () => {
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

it('leaves out the vocabulary’s own table', () => {
  expect(found({ 'CONTRIBUTING.md': 'a\n<!-- terms -->\n| parcel |\n<!-- /terms -->\nparcel\n' })).toEqual([
    'CONTRIBUTING.md:5 document parcel → shipment',
  ]);
});

it('is rendered as one table, words that no machine can refuse included', () => {
  expect(tableOfTerms(terms)).toContain('| limit | allowance, place (in compounds) |');
});
