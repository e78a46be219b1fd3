import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listNeverRun } from './test-steps.mjs';

type Step = { name: string; passed: number; failed: number; endedWell?: boolean };
type Missing = { engine: string; reason: string };

/** Runs these steps as `npm test` does. Returns the printed lines and the exit code. */
function endOf(steps: Step[], { missing = [], ci = '' }: { missing?: Missing[]; ci?: string } = {}) {
  const program = `
    import { startRun } from ${JSON.stringify(path.join(import.meta.dirname, 'test-steps.mjs'))};
    const run = startRun();
    for (const { name, ...outcome } of ${JSON.stringify(steps)}) run.step(name, () => outcome);
    run.end(${JSON.stringify({ missing })});`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, CI: ci },
  });
  return { lines: stdout.trimEnd().split('\n'), status };
}

const good = { name: 'checks', passed: 6, failed: 0 };

it('prints the time of each step and of the run, the totals in the last line, and exits with 0', () => {
  const { lines, status } = endOf([good, { name: 'tests', passed: 30, failed: 0 }]);
  expect(lines.filter((line) => /^(checks|tests|all) +\d+\.\d s/.test(line))).toHaveLength(3);
  expect([lines.at(-1), status]).toEqual(['36 passed, 0 failed', 0]);
});

it.each<[string, Step[], string]>([
  ['a test failed', [good, { name: 'tests', passed: 30, failed: 2 }], '36 passed, 2 failed'],
  ['a step ran no test', [good, { name: 'tests', passed: 0, failed: 0 }], '6 passed, 1 failed'],
  [
    'a step exited with an error but without a failed test',
    [good, { name: 'tests', passed: 30, failed: 0, endedWell: false }],
    '36 passed, 1 failed',
  ],
  ['there was no step', [], '0 passed, 0 failed'],
])('exits with 1 if %s', (_what, steps, last) => {
  const { lines, status } = endOf(steps);
  expect(lines.at(-1)).toBe(last);
  expect(status).toBe(1);
});

it('names missing browser engines directly above the last line, and counts each missing engine as a failure if CI is set', () => {
  const missing = ['firefox', 'webkit'].map((engine) => ({ engine, reason: 'no driver' }));
  const { lines, status } = endOf([good], { missing });
  const notRun = missing.map(({ engine }) => `NOT RUN: ${engine} (no driver)`);
  expect(lines.slice(-3)).toEqual([...notRun, '6 passed, 0 failed']);
  expect(status).toBe(0);
  const inCi = endOf([good], { missing, ci: '1' });
  expect([inCi.lines.at(-1), inCi.status]).toEqual(['6 passed, 2 failed', 1]);
});

/** The results of a file with two tests in one project. The second test has passed. */
const run = (name: string, status: string) => ({
  name,
  assertionResults: Object.entries({ sells: status, holds: 'passed' }).map(([fullName, status]) => ({
    fullName,
    status,
  })),
});

it.each([
  [
    'a test that was skipped in each of its projects',
    [run('a', 'skipped'), run('a', 'pending')],
    ['a: sells'],
  ],
  ['no test that passed in one project', [run('a', 'skipped'), run('a', 'passed')], []],
  ['no test that failed in one project', [run('a', 'skipped'), run('a', 'failed')], []],
  ['a skipped test if another file has its name', [run('a', 'passed'), run('b', 'skipped')], ['b: sells']],
])('lists as never run: %s', (_what, testResults, listed) => {
  expect(listNeverRun({ testResults })).toEqual(listed);
});
