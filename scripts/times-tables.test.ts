import { expect, it } from 'vitest';
import { kindOf } from '../tests/engine/time-reporter.ts';
import { timesTables } from './times-tables.ts';

const files = [
  { file: 'quick.test.ts', tests: 2, importSeconds: 0.5, testSeconds: 1, beganAt: 0 },
  { file: 'slow.test.ts', tests: 3, importSeconds: 0.5, testSeconds: 7, beganAt: 1 },
];
const vitest = { wallSeconds: 10, setupSeconds: 2, projects: [{ name: 'rules', wallSeconds: 8, files }] };

it('has a row for each stage, and the files of each project, slowest first', () => {
  const [stages, projects, byFile] = timesTables(
    { stages: [{ name: 'build', seconds: 20.04, cpuSeconds: 31 }], reports: { vitest } },
    30,
  );
  expect(stages).toContain('| build | 20.0 | 31 |');
  expect(projects).toContain('| rules | 2 | 5 | 8 | 1 | 8 |');
  expect(byFile?.split('\n').slice(4)).toEqual([
    '| slow.test.ts | 3 | 0.5 | 7 |',
    '| quick.test.ts | 2 | 0.5 | 1 |',
  ]);
});

it('stops after as many rows as were asked for', () => {
  const [, , byFile] = timesTables({ stages: [], reports: { vitest } }, 1);
  expect(byFile).toContain('slow.test.ts');
  expect(byFile).not.toContain('quick.test.ts');
});

it.each([
  ['pw:api', 'Navigate to "/cart"', 'load'],
  ['pw:api', 'Reload', 'load'],
  ['pw:api', 'GET "/api/cart"', 'request'],
  ['pw:api', 'Get attribute "href"', 'act'],
  ['pw:api', 'Wait for event "request"', 'wait'],
  ['pw:api', 'Evaluate', 'evaluate'],
  ['pw:api', 'Click getByRole("button")', 'act'],
  ['expect', 'Expect "toBeVisible"', 'expect'],
  ['fixture', 'Fixture "page"', 'setup'],
  ['test.step', 'signs in', undefined],
])('counts the %s step %s as %s', (category, title, kind) => {
  expect(kindOf({ category, title })).toBe(kind);
});
