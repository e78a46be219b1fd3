import { expect, it } from 'vitest';
import { findUnproved, idsIn, promisedIds } from './requirements.ts';
import { inTree } from './temporary-tree.ts';

it('reads single ids, ranges with either end written out, and several in one title', () => {
  expect(idsIn('S-RT-01, S-RT-03 and S-POL-09…11')).toEqual([
    'S-RT-01',
    'S-RT-03',
    'S-POL-09',
    'S-POL-10',
    'S-POL-11',
  ]);
  expect(idsIn('S-LAY-01–S-LAY-02; S-CON-05..06')).toEqual(['S-LAY-01', 'S-LAY-02', 'S-CON-05', 'S-CON-06']);
});

it('knows how many there are', () => {
  expect(promisedIds({ MCAT: 3, API: [8, 31] })).toEqual([
    'S-MCAT-01',
    'S-MCAT-02',
    'S-MCAT-03',
    'S-API-08',
    'S-API-31',
  ]);
});

it('reads the titles that a table gives', () => {
  const files = { 'app/a.test.ts': "it.each([['S-FILT-19', 0], ['S-FILT-20', 1]])('%s', f)" };
  expect(inTree(files, (root) => findUnproved(root, ['S-FILT-19', 'S-FILT-20', 'S-FILT-21']))).toEqual([
    'S-FILT-21',
  ]);
});

it('takes a title or a line in the deviations as proof, but no comment and no words in passing', () => {
  const files = {
    'app/a.test.ts': `it('S-RT-01 opens', f); it.each([1])(\`S-RT-02 \${x} again\`, f); /* S-RT-05 */ f('see S-RT-06')`,
    'tests/e2e/b.spec.ts': "test.describe('S-RT-03', () => {})",
    'docs/deviations.md': '- S-RT-04: not so, because',
  };
  const unproved = inTree(files, (root) => findUnproved(root, promisedIds({ RT: 6 })));
  expect(unproved).toEqual(['S-RT-05', 'S-RT-06']);
});
