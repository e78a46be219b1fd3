/**
 * `npm run test:quick`: the checks, and the tests that the change in this checkout needs; scripts/select-tests.ts has the rules.
 * Its last line is `N passed, N failed`.
 */
import { ensureBuilt, ensureInstalled, print } from './ensure.mjs';
import { readOutput, runPlaywright, runVitest, startChecks, startRun } from './test-steps.mjs';

/** The names of the Vitest projects without a database. */
const withoutDatabase = ['rules*'];
/** A statement costs half on PostgreSQL of what it costs on the embedded engine. */
const oneEngine = [...withoutDatabase, 'postgres'];

const { stage, step, count, fail, end } = startRun();

try {
  stage('install', ensureInstalled);
  await runPlan(stage('plan', readPlan));
} catch (error) {
  fail(error);
}
end();

/** @returns {import('./select-tests.ts').QuickPlan} */
function readPlan() {
  const plan = readOutput(['scripts/select-tests.ts']);
  if (!plan) throw new Error('The tests could not be selected. What went wrong is printed above.');
  return plan;
}

/** @param {import('./select-tests.ts').QuickPlan} plan */
async function runPlan({ against, changed, allTestsReason, tests, deferredCount, story }) {
  if (changed.length === 0) {
    print(`No change against ${against}: all tests without a database.`);
    step('tests', () => runVitest({ projects: withoutDatabase }));
    return;
  }
  print(`Files that differ from ${against ?? 'main, which is missing'}: ${changed.length}.`);
  if (allTestsReason) print(`The change reaches all tests, because ${allTestsReason}.`);
  print(`Test files: ${tests.length}. Story: ${story ?? 'none'}. npm test runs all others.`);
  if (deferredCount > 0)
    print(`Test files that the change reaches and that are left to npm test: ${deferredCount}.`);
  const checks = startChecks();
  if (story) stage('build', ensureBuilt);
  if (tests.length > 0) step('tests', () => runVitest({ projects: oneEngine, files: tests }));
  else if (!story) {
    print('\nThe change reaches no test, so all tests without a database run.');
    step('tests', () => runVitest({ projects: withoutDatabase }));
  }
  count('checks', await checks());
  if (story) step('end-to-end tests', () => runPlaywright({ files: [story] }));
}
