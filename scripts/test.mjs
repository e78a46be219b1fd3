/**
 * `npm test`: the one gate. From a bare checkout on any Node from 20 it installs, builds, checks, and runs every
 * test; its last line is `N passed, N failed`. It is red when anything failed, and when some step ran nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './check.mjs';
import { childEnvironment, ensureBuilt, ensureInstalled, pinnedNode, root, say } from './ensure.mjs';

const reports = mkdtempSync(path.join(tmpdir(), 'tanabana-reports-'));
const totals = { passed: 0, failed: 0 };

try {
  ensureInstalled();
  ensureBuilt();
  count('checks', runChecks());
  count('tests', runVitest());
  count('journeys', runJourneys());
} catch (error) {
  say(error.message);
  totals.failed += 1;
} finally {
  rmSync(reports, { recursive: true });
}

process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
say(`\n${totals.passed} passed, ${totals.failed} failed`);

/** Adds up a step; one that ran nothing, or ended badly without saying what failed, counts as a failure. */
function count(name, { passed, failed, endedWell = true }) {
  const silent = failed === 0 && (passed === 0 || !endedWell);
  if (silent) say(`\nFailed: the ${name} ${passed === 0 ? 'ran nothing' : 'did not end well'}.`);
  say(`\n— ${name}: ${passed} passed, ${failed} failed`);
  totals.passed += passed;
  totals.failed += failed + (silent ? 1 : 0);
}

/** Everything but the browser: rules, and every test of rows on both engines. */
function runVitest() {
  const report = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const endedWell = run(['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return { passed: numPassedTests, failed: numFailedTests, endedWell };
}

/** The stories in a real browser. */
function runJourneys() {
  if (!run(['scripts/find-chromium.ts'])) return { passed: 0, failed: 1 };
  const report = path.join(reports, 'journeys.json');
  const endedWell = run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const { stats = {} } = readReport(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected, endedWell };
}

/** Runs a program of Node's with our terminal; true when it ends well. */
function run(args, environment = {}) {
  const { status } = spawnSync(pinnedNode, args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(environment),
  });
  return status === 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
