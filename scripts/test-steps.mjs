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
 * Starts the checks beside whatever runs next: much of either uses one processor only. Answers how to wait for them; what
 * they printed is printed then.
 * @returns {() => Promise<Outcome>}
 */
export function startChecks() {
  const [log, report] = [path.join(reports, 'checks.log'), path.join(reports, 'checks.json')];
  const output = openSync(log, 'w');
  const child = spawn(pinnedNode, ['scripts/check.mjs'], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: childEnvironment({ CHECKS_REPORT: report }),
  });
  closeSync(output);
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  return async () => {
    await ended;
    say(readFileSync(log, 'utf8'));
    const { passed = 0, failed = 0 } = readJson(report);
    return { passed, failed };
  };
}

/**
 * Runs Vitest's tests: all of them, or those of some projects, or some files.
 * @param {{ projects?: string[], files?: string[], config?: string, name?: string }} [which]
 * @returns {Outcome}
 */
export function runVitest({ projects = [], files = [], config, name = 'vitest' } = {}) {
  const report = path.join(reports, `${name}.json`);
  const endedWell = run(
    [
      vitest,
      'run',
      ...(config ? ['--config', config] : []),
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./tests/engine/vitest-time-reporter.ts',
      ...files,
    ],
    { TIMES_FILE: timesOf(name) },
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readJson(report);
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
 * Runs the main stories in each browser engine that is there.
 * @returns {Outcome}
 */
export function runEngines() {
  return runVitest({ config: enginesConfig, name: 'engines' });
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
