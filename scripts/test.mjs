/**
 * `npm test`: installs the packages, builds the shop, and runs all checks and tests. Works in a fresh checkout and on any Node
 * from 20. The last line is `N passed, N failed`. Also fails if a step ran nothing. `npm run test:embedded` runs the database
 * tests on the embedded database only.
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

/** Runs Vitest's tests in all projects. A test that no project runs counts as failed. */
function runEveryTest() {
  const { passed, failed, report, ...outcome } = steps.runVitest();
  const neverRun =
    report && outcome.endedWell ? steps.listNeverRun(JSON.parse(readFileSync(report, 'utf8'))) : [];
  for (const test of neverRun) print(`Skipped in every project: ${test}`);
  return { ...outcome, passed, failed: failed + neverRun.length };
}
