import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** One file of tests in one project, all in seconds. */
export type VitestFileTimes = {
  file: string;
  tests: number;
  /** Loading the modules, and opening what the worker needs before the file can begin. */
  importSeconds: number;
  /** The tests and their hooks and fixtures. */
  testSeconds: number;
  /** When its first test began, since the run began. */
  beganAt: number;
};

export type VitestTimes = {
  wallSeconds: number;
  /** Until the first file began: the databases that the projects prepare. */
  setupSeconds: number;
  /** `wallSeconds`: from a project's first file to the end of its last one; projects may overlap. */
  projects: { name: string; wallSeconds: number; files: VitestFileTimes[] }[];
};

/** Writes how long each file of tests took to the file that TIMES_FILE names. */
export default class VitestTimeReporter implements Reporter {
  #root = '';
  #began = 0;
  #firstFileAt: number | undefined;
  #spans = new Map<string, { from: number; to: number; files: VitestFileTimes[] }>();
  #beganAt = new Map<string, number>();

  onInit(vitest: Vitest) {
    this.#root = vitest.config.root;
  }

  onTestRunStart() {
    this.#began = Date.now();
  }

  onTestModuleQueued(module: TestModule) {
    const now = this.#now();
    this.#firstFileAt ??= now;
    this.#beganAt.set(module.id, now);
  }

  onTestModuleEnd(module: TestModule) {
    const now = this.#now();
    const beganAt = this.#beganAt.get(module.id) ?? now;
    const { name } = module.project;
    const span = this.#spans.get(name) ?? { from: beganAt, to: now, files: [] };
    this.#spans.set(name, span);
    span.to = now;
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic();
    span.files.push({
      file: path.relative(this.#root, module.moduleId).split(path.sep).join('/'),
      tests: [...module.children.allTests()].length,
      importSeconds: (environmentSetupDuration + prepareDuration + setupDuration + collectDuration) / 1000,
      testSeconds: duration / 1000,
      beganAt,
    });
  }

  onTestRunEnd() {
    const file = process.env.TIMES_FILE;
    if (!file) return;
    const times: VitestTimes = {
      wallSeconds: this.#now(),
      setupSeconds: this.#firstFileAt ?? 0,
      projects: [...this.#spans].map(([name, { from, to, files }]) => ({
        name,
        wallSeconds: to - from,
        files,
      })),
    };
    writeFileSync(file, JSON.stringify(times));
  }

  /** Seconds since the run began. */
  #now() {
    return (Date.now() - this.#began) / 1000;
  }
}
