import { expect, it } from 'vitest';
import { listNeverRun } from './never-run.mjs';

const run = (name: string, ...tests: [fullName: string, status: string][]) => ({
  name,
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
});

it('names a test that was skipped in each project that has it', () => {
  const testResults = [
    run('a.db.test.ts', ['sells the last one', 'skipped'], ['sells one', 'passed']),
    run('a.db.test.ts', ['sells the last one', 'pending'], ['sells one', 'passed']),
  ];
  expect(listNeverRun({ testResults })).toEqual(['a.db.test.ts: sells the last one']);
});

it.each(['passed', 'failed'])('does not name one that %s in one of the projects', (status) => {
  const testResults = [
    run('a.db.test.ts', ['waits for a lock', 'skipped']),
    run('a.db.test.ts', ['waits for a lock', status]),
  ];
  expect(listNeverRun({ testResults })).toEqual([]);
});

it('tells tests of the same name in two files apart', () => {
  const testResults = [run('a.test.ts', ['is empty', 'passed']), run('b.test.ts', ['is empty', 'skipped'])];
  expect(listNeverRun({ testResults })).toEqual(['b.test.ts: is empty']);
});
