/**
 * `npm run test:quick`: what the change in this checkout needs, in less than 90 seconds; docs/testing.md has the rule.
 * Without a change against the branch `main` it runs every test without a database. Its last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { childEnvironment, ensureBuilt, ensureInstalled, pinnedNode, root, say } from './ensure.mjs';
import { runPlaywright, runVitest, startChecks, startRun } from './test-steps.mjs';

/** @typedef {import('./plan-quick-tests.ts').QuickPlan} QuickPlan */

/** The names of the Vitest projects without a database. */
const withoutDatabase = ['rules*'];

const { stage, step, count, fail, end } = startRun();

try {
  stage('install', ensureInstalled);
  await runPlan(stage('plan', readPlan));
} catch (error) {
  fail(error);
}
end();

/** @returns {QuickPlan} */
function readPlan() {
  const { status, stdout } = spawnSync(pinnedNode, ['scripts/plan-quick-tests.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(),
  });
  if (status !== 0) throw new Error('The tests could not be selected. What went wrong is printed above.');
  return JSON.parse(stdout);
}

/** @param {QuickPlan} plan */
async function runPlan(plan) {
  const { against, changed, selection } = plan;
  if (changed.length === 0) {
    say(`No change against ${against}: all tests without a database.`);
    step('tests', () => runVitest({ projects: withoutDatabase }));
    return;
  }
  sayPlan(plan);
  const checks = startChecks();
  const { browser } = selection;
  if (browser.length > 0) stage('build', ensureBuilt);
  runSelected(plan);
  count('checks', await checks());
  if (browser.length > 0) step('end-to-end tests', () => runPlaywright({ files: browser }));
  sayWhatIsLeft(plan);
}

/**
 * The tests of the plan without a database and on PostgreSQL, where a statement costs half of what it costs on the embedded engine.
 * @param {QuickPlan} plan
 */
function runSelected({ selection }) {
  const { everythingBecause, rules, database, browser } = selection;
  const projects = [...withoutDatabase, 'postgres'];
  if (everythingBecause) step('tests', () => runVitest({ projects }));
  else if (rules.length + database.length > 0)
    step('tests', () => runVitest({ projects, files: [...rules, ...database] }));
  else if (browser.length === 0) {
    say('\nThe change reaches no test, so all tests without a database run.');
    step('tests', () => runVitest({ projects: withoutDatabase }));
  }
}

/** @param {QuickPlan} plan */
function sayPlan({ against, changed, selection }) {
  const { everythingBecause, rules, database, browser } = selection;
  if (against === undefined)
    return say('There is no branch main to compare with: everything of one engine runs.');
  say(`${changed.length} ${changed.length === 1 ? 'file differs' : 'files differ'} from ${against}.`);
  if (everythingBecause) say(`Everything of one engine runs, because ${everythingBecause}.`);
  say(
    `Files of tests: ${rules.length} without a database, ${database.length} on PostgreSQL, ${browser.length} in the browser.`,
  );
}

/** @param {QuickPlan} plan */
function sayWhatIsLeft({ selection }) {
  const { browser, browserLeftOut, screensWithoutBrowser } = selection;
  if (browser.length > 0) say(`\nBrowser tests of this run: ${browser.join(', ')}.`);
  if (browserLeftOut.length > 0)
    say(`\nTests of this change that only npm test runs: ${browserLeftOut.join(', ')}.`);
  if (screensWithoutBrowser.length > 0)
    say(`\nNo browser test is part of this run for ${screensWithoutBrowser.join(', ')}.`);
}
