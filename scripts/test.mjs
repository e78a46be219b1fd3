/**
 * `npm test`: the one gate. From a bare checkout on any Node from 20 it installs, builds, checks, and runs every
 * test; its last line is `N passed, N failed`. It is red when anything failed, and when some step ran nothing.
 * `npm run test:embedded` runs all tests that need a database on the embedded one, and nothing else.
 */
import { readFileSync } from 'node:fs';
import { runChecks } from './check.mjs';
import { ensureBuilt, ensureInstalled, print } from './ensure.mjs';
import * as steps from './test-steps.mjs';

const { stage, step, fail, end } = steps.startRun();
const onlyEmbedded = process.argv.includes('--embedded');

try {
  stage('install', ensureInstalled);
  if (onlyEmbedded) step('tests', steps.runOnEmbedded);
  else {
    // A stage of its own: on a new machine it takes as long as the system's package server does.
    stage('browsers', steps.installBrowsers);
    stage('build', ensureBuilt);
    step('checks', runChecks);
    step('tests', runEveryTest);
    step('end-to-end tests', steps.runPlaywright);
    step('engines', steps.runEngines);
  }
} catch (error) {
  fail(error);
}
end({ missing: onlyEmbedded ? [] : steps.missingEngines() });

/** Vitest's tests in all projects. One that none of them runs counts as failed. */
function runEveryTest() {
  const { passed, failed, report, ...outcome } = steps.runVitest();
  const neverRun =
    report && outcome.endedWell ? steps.listNeverRun(JSON.parse(readFileSync(report, 'utf8'))) : [];
  for (const test of neverRun) print(`Skipped in every project: ${test}`);
  return { ...outcome, passed, failed: failed + neverRun.length };
}
