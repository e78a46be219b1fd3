/**
 * The steps that `npm test` and `npm run test:quick` share. They run on any Node from 20, so this imports only what comes
 * with Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, pinnedNode, root, say } from './ensure.mjs';
import { readJson, reports, timesOf } from './test-run.mjs';

/** @typedef {import('./test-run.mjs').Outcome} Outcome */
/** @typedef {import('./test-run.mjs').MissingEngine} MissingEngine */

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
const enginesConfig = 'tests/e2e/vitest.config.ts';

/**
 * Starts the checks beside whatever runs next: much of either uses one processor only.
 * @returns {() => Promise<Outcome>}
 */
export function startChecks() {
  const report = path.join(reports, 'checks.json');
  const ended = start('checks', ['scripts/check.mjs'], { CHECKS_REPORT: report });
  return async () => {
    await ended();
    const { passed = 0, failed = 0 } = readJson(report);
    return { passed, failed };
  };
}

/**
 * Runs Vitest's tests: all of them, or those of some projects, or some files.
 * @param {{ projects?: string[], files?: string[], name?: string }} [which]
 * @returns {Outcome}
 */
export function runVitest({ projects = [], files = [], name = 'vitest' } = {}) {
  const chosen = [...projects.flatMap((project) => ['--project', project]), ...files];
  const endedWell = run(vitestRun(name, chosen), { TIMES_FILE: timesOf(name) });
  return vitestOutcome(name, endedWell);
}

/**
 * @param {string} name
 * @param {string[]} chosen
 */
const vitestRun = (name, chosen) => [
  vitest,
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${vitestReport(name)}`,
  '--reporter=./tests/engine/vitest-time-reporter.ts',
  ...chosen,
];

/** @param {string} name */
const vitestReport = (name) => path.join(reports, `${name}.json`);

/**
 * @param {string} name
 * @param {boolean} endedWell
 * @returns {Outcome}
 */
function vitestOutcome(name, endedWell) {
  const { numPassedTests = 0, numFailedTests = 0 } = readJson(vitestReport(name));
  return { passed: numPassedTests, failed: numFailedTests, endedWell };
}

/**
 * Runs Playwright's tests in Chromium: all of them, or some files.
 * @param {{ files?: string[] }} [which]
 * @returns {Outcome}
 */
export function runPlaywright({ files = [] } = {}) {
  if (!run(['scripts/find-chromium.ts'])) return { passed: 0, failed: 1 };
  const report = path.join(reports, 'playwright.json');
  const endedWell = run(
    [playwright, 'test', '--reporter=dot,json,./tests/engine/time-reporter.ts', ...files],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      TIMES_FILE: timesOf('playwright'),
    },
  );
  const { stats = {} } = readJson(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected, endedWell };
}

/** True when this checkout has stories for several browser engines. */
export function hasEngines() {
  return existsSync(path.join(root, enginesConfig));
}

/** Installs the browsers that are missing, where that is possible, and says which are there. */
export function installBrowsers() {
  run(['scripts/find-browsers.ts']);
}

/**
 * Starts the main stories in each browser engine that is there, beside whatever runs next: alone they leave a quarter of
 * two processors idle.
 * @returns {() => Promise<Outcome>}
 */
export function startEngines() {
  const name = 'engines';
  const ended = start(name, vitestRun(name, ['--config', enginesConfig]), { TIMES_FILE: timesOf(name) });
  return async () => vitestOutcome(name, await ended());
}

/**
 * The engines whose browser is not there. `scripts/find-browsers.ts` knows; it needs the pinned Node, which this may not be.
 * @returns {MissingEngine[]}
 */
export function missingEngines() {
  if (!hasEngines()) return [];
  const { stdout, status } = spawnSync(
    pinnedNode,
    [
      '--input-type=module',
      '--eval',
      `import { missingEngines } from './scripts/find-browsers.ts'; process.stdout.write(JSON.stringify(missingEngines()))`,
    ],
    { cwd: root, encoding: 'utf8', env: childEnvironment() },
  );
  return status === 0 ? JSON.parse(stdout) : [{ engine: 'engines', reason: 'looking for them failed' }];
}

/**
 * Starts a program of Node's beside others. Answers how to wait for it: what it printed is printed then, and the answer
 * is true when it has ended well.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @returns {() => Promise<boolean>}
 */
function start(name, args, environment) {
  const log = path.join(reports, `${name}.log`);
  const output = openSync(log, 'w');
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: childEnvironment(environment),
  });
  closeSync(output);
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  return async () => {
    const endedWell = await ended;
    say(readFileSync(log, 'utf8'));
    return endedWell;
  };
}

/**
 * Runs a program of Node's with our terminal; true when it ends well.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
function run(args, environment = {}) {
  const { status } = spawnSync(pinnedNode, args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(environment),
  });
  return status === 0;
}
