import { expect, it } from 'vitest';
import { findFaults, idsIn, idsInTitles } from './check-requirements.ts';
import { withTemporaryTree } from './temporary-tree.ts';

it('reads single ids, several ids and ranges of ids in one title', () => {
  const ids = idsIn('S-RT-01, Q-002 and S-POL-09…11; S-LAY-01–S-LAY-02; F-130..131').join(' ');
  expect(ids).toBe('S-RT-01 Q-002 S-POL-09 S-POL-10 S-POL-11 S-LAY-01 S-LAY-02 F-130 F-131');
});

it('reads ids in the titles, groups and table rows of tests only', () => {
  const files = {
    'app/a.test.ts': `it('S-RT-01 opens', f); it.each([1])(\`S-RT-02 \${x} again\`, f); /* S-RT-05 */ f('see S-RT-06')`,
    'app/b.test.ts': "it.each([['S-FILT-19', 0], ['S-FILT-20', 1]])('%s', f)",
    'tests/e2e/c.spec.ts': "test.describe('S-RT-03', () => {})",
  };
  const ids = withTemporaryTree(files, idsInTitles).toSorted();
  expect(ids.join(' ')).toBe('S-FILT-19 S-FILT-20 S-RT-01 S-RT-02 S-RT-03');
});

it('reports an id that is listed twice, not tested, or not listed', () => {
  const files = {
    'app/a.test.ts': "it('opens [S-RT-01 Q-002]', f)",
    'docs/deviations.md': '- S-RT-03: differs. S-RT-09: differs.',
    'docs/requirements.md': '- S-RT-01: Opens.\n- S-RT-02: Closes.\n- S-RT-03: Differs.\n- S-RT-01: Opens.\n',
  };
  expect(withTemporaryTree(files, findFaults)).toEqual([
    'S-RT-01 is listed twice in docs/requirements.md.',
    'S-RT-02: add it to the title of its test, or explain it in docs/deviations.md.',
    'S-RT-09: list it in docs/requirements.md, or correct the text that cites it.',
    'Q-002: list it in docs/requirements.md, or correct the text that cites it.',
  ]);
});
