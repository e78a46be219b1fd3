/**
 * The steps of `npm test` and `npm run test:quick`, with their totals and times. Runs before anything is installed and on any
 * Node from 20, so it imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment, pinnedNode, print, root } from './ensure.mjs';

/** @typedef {{ passed: number, failed: number, endedWell?: boolean, report?: string }} Outcome `report`: the file of Vitest's report. */
/** @typedef {{ engine: string, reason: string }} MissingEngine */

const reports = mkdtempSync(path.join(tmpdir(), 'tanabana-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
/** The seeded data folder. The end-to-end tests write it, and the tests of the engines read it. */
const seededForEngines = path.join(reports, 'seeded');
const enginesConfig = 'tests/e2e/engines/vitest.config.ts';

/** Starts a run. Call `step` for each step, then `end`. A run fails if it, or one of its steps, runs no test. */
export function startRun() {
  const startedAt = Date.now();
  const totals = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const times = [];

  /**
   * Runs a stage and records its time.
   * @template T
   * @param {string} name
   * @param {() => T} work
   * @returns {T}
   */
  function stage(name, work) {
    const from = Date.now();
    try {
      return work();
    } finally {
      times.push(timeOf(name, from));
    }
  }

  /**
   * Runs a stage and adds its outcome to the totals.
   * @param {string} name
   * @param {() => Outcome} work
   */
  function step(name, work) {
    count(name, stage(name, work));
  }

  /**
   * Adds an outcome to the totals. A step counts as one failure if it ran nothing, or if it failed without a failed test.
   * @param {string} name
   * @param {Outcome} outcome
   */
  function count(name, { passed, failed, endedWell = true }) {
    const isSilent = failed === 0 && (passed === 0 || !endedWell);
    if (isSilent) print(`\nFailed: ${name} ${passed === 0 ? 'ran nothing' : 'exited with an error'}.`);
    print(`\n— ${name}: ${passed} passed, ${failed} failed`);
    totals.passed += passed;
    totals.failed += failed + (isSilent ? 1 : 0);
  }

  /**
   * Prints an error that occurred outside of the steps and counts it as a failure.
   * @param {unknown} error
   */
  function fail(error) {
    print(error instanceof Error ? error.message : String(error));
    totals.failed += 1;
  }

  /**
   * Prints the time of each stage and, as the last line, the totals. With CI set, each missing engine is a failure.
   * @param {{ missing?: MissingEngine[] }} [options]
   */
  function end({ missing = [] } = {}) {
    print(`\n${[...times, timeOf('all', startedAt)].join('\n')}\n`);
    for (const { engine, reason } of missing) print(`NOT RUN: ${engine} (${reason})`);
    if (process.env.CI) totals.failed += missing.length;
    process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
    print(`${totals.passed} passed, ${totals.failed} failed`);
  }

  return { stage, step, count, fail, end };
}

/**
 * @param {string} name
 * @param {number} from milliseconds
 */
const timeOf = (name, from) => `${name.padEnd(16)} ${((Date.now() - from) / 1000).toFixed(1).padStart(7)} s`;

/**
 * Starts the checks in parallel with the next steps. Both use only one processor for much of their time. Returns a function that
 * waits for the checks and prints their output.
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
    print(readFileSync(log, 'utf8'));
    const { passed = 0, failed = 0 } = readJson(report);
    return { passed, failed };
  };
}

/**
 * Runs Vitest's tests, by default all of them.
 * @param {{ projects?: string[], files?: string[], config?: string, name?: string, environment?: NodeJS.ProcessEnv }} [selection]
 * @returns {Outcome}
 */
export function runVitest({ projects = [], files = [], config, name = 'vitest', environment } = {}) {
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
      ...files,
    ],
    environment,
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readJson(report);
  return { passed: numPassedTests, failed: numFailedTests, endedWell, report };
}

export const runOnEmbedded = () =>
  runVitest({ projects: ['embedded'], environment: { EVERY_TEST_EMBEDDED: '1' } });

/**
 * Runs the end-to-end tests in Chromium, by default all of them.
 * @param {{ files?: string[] }} [selection]
 * @returns {Outcome}
 */
export function runPlaywright({ files = [] } = {}) {
  if (!run(['scripts/browsers.ts', '--chromium'])) return { passed: 0, failed: 1 };
  const report = path.join(reports, 'playwright.json');
  const endedWell = run([playwright, 'test', '--reporter=dot,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    SEEDED_FOR_ENGINES: seededForEngines,
  });
  const { stats = {} } = readJson(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected, endedWell };
}

/** Installs missing browsers if possible, and prints the installed ones. */
export function installBrowsers() {
  run(['scripts/browsers.ts']);
}

/**
 * Runs the end-to-end tests of the main flows in Firefox and WebKit.
 * @returns {Outcome}
 */
export function runEngines() {
  const environment = existsSync(seededForEngines) ? { SEEDED_FOR_ENGINES: seededForEngines } : {};
  return runVitest({ config: enginesConfig, name: 'engines', environment });
}

/** Lists the engines whose browser is not installed. */
export function missingEngines() {
  /** @type {MissingEngine[] | undefined} */
  const missing = readOutput(['scripts/browsers.ts', '--missing']);
  return missing ?? [{ engine: 'engines', reason: 'the search for browsers failed' }];
}

/**
 * Runs a script on the pinned Node. Returns the JSON that it prints, or undefined if it fails.
 * @param {string[]} args
 */
export function readOutput(args) {
  const { status, stdout } = spawnSync(pinnedNode, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(),
  });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

/**
 * Runs a script on the pinned Node, with the terminal of this process. Returns false if it fails.
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

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** @typedef {{ fullName: string, status: string }} Test */
/** @typedef {{ testResults: { name: string, assertionResults: Test[] }[] }} Report The output of Vitest's JSON reporter. */

/**
 * Lists the tests that ran in no project, as `file: name`. A test for one database engine is skipped in the project of the other
 * engine.
 * @param {Report} report
 * @returns {string[]}
 */
export function listNeverRun({ testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ test: `${name}: ${fullName}`, status })),
  );
  const ran = new Set(tests.flatMap(({ test, status }) => (/passed|failed/.test(status) ? [test] : [])));
  return [...new Set(tests.map(({ test }) => test))].filter((test) => !ran.has(test));
}
