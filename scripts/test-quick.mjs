/**
 * `npm run test:quick`: runs the checks, and the tests that scripts/select-tests.ts selects for the change in this checkout. The
 * last line is `N passed, N failed`.
 */
import { ensureBuilt, ensureInstalled, print } from './ensure.mjs';
import { readOutput, runPlaywright, runVitest, startChecks, startRun } from './test-steps.mjs';

const withoutDatabase = ['rules*'];
/**
 * Vitest project of the database tests. Uses PostgreSQL only, where a statement takes half the time that it takes on the embedded
 * database.
 */
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
  if (!plan) throw new Error('The selection of the tests failed. The error is printed above.');
  return plan;
}

/** @param {import('./select-tests.ts').QuickPlan} plan */
async function runPlan({ against, changed, allTestsReason, tests, deferredCount, endToEndTest }) {
  if (changed.length === 0) {
    print(`Nothing differs from ${against}. Running all tests without a database.`);
    step('tests', () => runVitest({ projects: withoutDatabase }));
    return;
  }
  print(`Files that differ from ${against ?? 'main, which is missing'}: ${changed.length}.`);
  if (allTestsReason) print(`The change affects all tests, because ${allTestsReason}.`);
  print(`Test files: ${tests.length}. End-to-end test: ${endToEndTest ?? 'none'}. npm test runs the others.`);
  if (deferredCount > 0) print(`Affected test files that only npm test runs: ${deferredCount}.`);
  const checks = startChecks();
  if (endToEndTest) stage('build', ensureBuilt);
  if (tests.length > 0) step('tests', () => runVitest({ projects: oneEngine, files: tests }));
  else if (!endToEndTest) {
    print('\nThe change affects no test. Running all tests without a database.');
    step('tests', () => runVitest({ projects: withoutDatabase }));
  }
  count('checks', await checks());
  if (endToEndTest) step('end-to-end tests', () => runPlaywright({ files: [endToEndTest] }));
}
