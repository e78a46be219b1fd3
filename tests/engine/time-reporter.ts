import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** What a Playwright test spends its time with. */
const kinds = ['setup', 'load', 'expect', 'wait', 'act', 'request', 'evaluate'] as const;
type Kind = (typeof kinds)[number];

/** One file of Playwright tests, over all its projects; seconds. What is not in a kind is the test's own code. */
export type PlaywrightFileTimes = {
  file: string;
  tests: number;
  totalSeconds: number;
} & Record<Kind, number>;

export type PlaywrightTimes = {
  wallSeconds: number;
  files: PlaywrightFileTimes[];
  tests: { file: string; line: number; title: string; project: string; seconds: number; status: string }[];
};

/** Writes where the time of each file of Playwright tests went to the file that TIMES_FILE names. */
export default class PlaywrightTimeReporter implements Reporter {
  #began = 0;
  #files = new Map<string, PlaywrightFileTimes>();
  #tests: PlaywrightTimes['tests'] = [];

  printsToStdio() {
    return false;
  }

  onBegin() {
    this.#began = Date.now();
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'skipped') return;
    const file = path.basename(test.location.file);
    const seconds = result.duration / 1000;
    this.#tests.push({
      file,
      line: test.location.line,
      title: test.title,
      project: test.parent.project()?.name ?? '',
      seconds,
      status: result.status,
    });
    const row = this.#files.get(file) ?? emptyRow(file);
    this.#files.set(file, row);
    row.tests += 1;
    row.totalSeconds += seconds;
    addSteps(row, result.steps);
  }

  onEnd() {
    const file = process.env.TIMES_FILE;
    if (!file) return;
    const times: PlaywrightTimes = {
      wallSeconds: (Date.now() - this.#began) / 1000,
      files: [...this.#files.values()],
      tests: this.#tests,
    };
    writeFileSync(file, JSON.stringify(times));
  }
}

function emptyRow(file: string): PlaywrightFileTimes {
  return {
    file,
    tests: 0,
    totalSeconds: 0,
    setup: 0,
    load: 0,
    expect: 0,
    wait: 0,
    act: 0,
    request: 0,
    evaluate: 0,
  };
}

/** Adds each outermost step that has a kind; what happens within it is part of it. */
function addSteps(row: PlaywrightFileTimes, steps: TestStep[]): void {
  for (const step of steps) {
    const kind = kindOf(step);
    if (kind) row[kind] += step.duration / 1000;
    else addSteps(row, step.steps);
  }
}

/** The kind of a step; undefined for one that only groups others. */
export function kindOf({ category, title }: Pick<TestStep, 'category' | 'title'>): Kind | undefined {
  if (category === 'hook' || category === 'fixture') return 'setup';
  if (category === 'expect') return 'expect';
  if (category !== 'pw:api') return undefined;
  // The names that Playwright gives its own steps: `GET "/api/cart"`, `Navigate to "/cart"`, `Wait for URL`.
  if (/^(GET|POST|PUT|PATCH|DELETE|HEAD) /.test(title)) return 'request';
  if (/^(navigate|reload|go (back|forward)|set content)/i.test(title)) return 'load';
  if (/^wait/i.test(title)) return 'wait';
  if (/^evaluate/i.test(title)) return 'evaluate';
  return 'act';
}
