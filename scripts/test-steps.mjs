/**
 * What `npm test` and `npm run test:quick` share: the steps, what they add up to, and how long each took. It runs before
 * anything is installed and on any Node from 20, so it imports only what comes with Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment, pinnedNode, root, say } from './ensure.mjs';

/** @typedef {{ passed: number, failed: number, endedWell?: boolean, report?: string }} Outcome `report`: Vitest's, a file. */
/** @typedef {{ name: string, seconds: number, cpuSeconds?: number }} Stage `cpuSeconds`: of all processors, on Linux only. */
/** @typedef {{ engine: string, reason: string }} MissingEngine */

const reports = mkdtempSync(path.join(tmpdir(), 'tanabana-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
const enginesConfig = 'tests/e2e/engines/vitest.config.ts';

/** Where the times of the last run are. */
const usualTimesFile = path.join(root, 'test-results', 'times.json');

/**
 * Starts a run: add its steps, then end it. A run without any test, or with a step without one, is red.
 * @param {{ timesFile?: string }} [where]
 */
export function startRun({ timesFile = usualTimesFile } = {}) {
  const finishAll = startStage('all');
  const totals = { passed: 0, failed: 0 };
  /** @type {Stage[]} */
  const stages = [];

  /**
   * Does one stage and notes how long it took.
   * @template T
   * @param {string} name
   * @param {() => T} work
   * @returns {T}
   */
  function stage(name, work) {
    const finish = startStage(name);
    try {
      return work();
    } finally {
      stages.push(finish());
    }
  }

  /**
   * Does a stage that counts.
   * @param {string} name
   * @param {() => Outcome} work
   */
  function step(name, work) {
    count(name, stage(name, work));
  }

  /**
   * Adds up an outcome; a step that ran nothing, or ended badly without saying what failed, counts as a failure.
   * @param {string} name
   * @param {Outcome} outcome
   */
  function count(name, { passed, failed, endedWell = true }) {
    const silent = failed === 0 && (passed === 0 || !endedWell);
    if (silent) say(`\nFailed: the ${name} ${passed === 0 ? 'ran nothing' : 'did not end well'}.`);
    say(`\n— ${name}: ${passed} passed, ${failed} failed`);
    totals.passed += passed;
    totals.failed += failed + (silent ? 1 : 0);
  }

  /**
   * What went wrong before any step could count it.
   * @param {unknown} error
   */
  function fail(error) {
    say(error instanceof Error ? error.message : String(error));
    totals.failed += 1;
  }

  /**
   * Says where the time went and, last of all, what the run came to. With CI set each missing engine is a failure.
   * @param {{ missing?: MissingEngine[] }} [what]
   */
  function end({ missing = [] } = {}) {
    stages.push(finishAll());
    writeTimes(timesFile, stages);
    say(`\n${stageTable(withProjects(stages))}\n`);
    for (const { engine, reason } of missing) say(`NOT RUN: ${engine} (${reason})`);
    if (process.env.CI) totals.failed += missing.length;
    process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
    say(`${totals.passed} passed, ${totals.failed} failed`);
  }

  return { stage, step, count, fail, end };
}

/**
 * Answers how to end the stage that begins now.
 * @param {string} name
 * @returns {() => Stage}
 */
function startStage(name) {
  const from = Date.now();
  const cpuFrom = childrenCpuSeconds();
  return () => {
    const cpuTo = childrenCpuSeconds();
    const cpuSeconds = cpuFrom === undefined || cpuTo === undefined ? undefined : cpuTo - cpuFrom;
    return { name, seconds: (Date.now() - from) / 1000, cpuSeconds };
  };
}

/** The processor time of all children that have ended, and of theirs; undefined where the system does not say. */
function childrenCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined;
  // Field 2 is the program's name in brackets; 16 and 17 are the children's time, in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

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
  return { passed: numPassedTests, failed: numFailedTests, endedWell, report };
}

/**
 * Runs Playwright's tests in Chromium: all of them, or some files.
 * @param {{ files?: string[] }} [which]
 * @returns {Outcome}
 */
export function runPlaywright({ files = [] } = {}) {
  if (!run(['scripts/find-chromium.ts'])) return { passed: 0, failed: 1 };
  const report = path.join(reports, 'playwright.json');
  const endedWell = run([playwright, 'test', '--reporter=dot,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
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

/** @param {string} name */
const timesOf = (name) => path.join(reports, `${name}-times.json`);

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Keeps the times of this run; written last, because Playwright empties the folder when it starts.
 * @param {string} timesFile
 * @param {Stage[]} stages
 */
function writeTimes(timesFile, stages) {
  const names = ['vitest', 'engines'].filter((name) => existsSync(timesOf(name)));
  const found = Object.fromEntries(names.map((name) => [name, readJson(timesOf(name))]));
  mkdirSync(path.dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify({ stages, reports: found }));
}

/**
 * The stages, with Vitest's projects below the stage that ran them: from the first test of each to its last.
 * @param {Stage[]} stages
 * @returns {Stage[]}
 */
function withProjects(stages) {
  return stages.flatMap((stage) => {
    if (stage.name !== 'tests') return [stage];
    const { setupSeconds = 0, projects = [] } = readJson(timesOf('vitest'));
    const rows = projects.map(
      (/** @type {{ name: string, wallSeconds: number }} */ { name, wallSeconds }) => ({
        name: `  ${name}`,
        seconds: wallSeconds,
      }),
    );
    return [stage, { name: '  before the first file', seconds: setupSeconds }, ...rows];
  });
}

/** @param {Stage[]} stages */
function stageTable(stages) {
  const width = Math.max(...stages.map(({ name }) => name.length));
  return stages
    .map(({ name, seconds, cpuSeconds }) => {
      const cpu = cpuSeconds === undefined ? '' : `${cpuSeconds.toFixed(1).padStart(8)} s of processor`;
      return `${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s${cpu}`;
    })
    .join('\n');
}
