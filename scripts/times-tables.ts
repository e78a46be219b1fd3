import type { PlaywrightTimes } from '../tests/engine/time-reporter.ts';
import type { VitestTimes } from '../tests/engine/vitest-time-reporter.ts';

/** What a test run writes to `test-results/times.json`. */
export type Times = {
  stages: { name: string; seconds: number; cpuSeconds?: number }[];
  reports: { vitest?: VitestTimes; engines?: VitestTimes; playwright?: PlaywrightTimes };
};

/** The times as Markdown tables with at most `most` rows each, slowest first; the stages in their order. */
export function timesTables({ stages, reports }: Times, most: number): string[] {
  const { vitest, engines, playwright } = reports;
  return [
    titled(
      'Stages',
      ['stage', 'seconds', 'processor seconds'],
      stages.map(({ name, seconds, cpuSeconds }) => [name, seconds, cpuSeconds ?? '']),
    ),
    ...(vitest ? vitestTables('Vitest', vitest, most) : []),
    ...(playwright ? playwrightTables(playwright, most) : []),
    ...(engines ? vitestTables('Engines', engines, most) : []),
  ];
}

function vitestTables(title: string, { wallSeconds, setupSeconds, projects }: VitestTimes, most: number) {
  const heading = `${title}: ${round(wallSeconds)} s, of which ${round(setupSeconds)} s before the first file`;
  const rows = projects.map(({ name, wallSeconds: wall, files }) => [
    name,
    files.length,
    sum(files, ({ tests }) => tests),
    wall,
    sum(files, ({ importSeconds }) => importSeconds),
    sum(files, ({ testSeconds }) => testSeconds),
  ]);
  const byFile = projects.map(({ name, files }) =>
    titled(
      `${title}, ${name}, by file`,
      ['file', 'tests', 'import', 'tests, seconds'],
      slowest(files, ({ importSeconds, testSeconds }) => importSeconds + testSeconds, most).map((file) => [
        file.file,
        file.tests,
        file.importSeconds,
        file.testSeconds,
      ]),
    ),
  );
  return [
    titled(heading, ['project', 'files', 'tests', 'first to last', 'import', 'tests, seconds'], rows),
    ...byFile,
  ];
}

function playwrightTables({ wallSeconds, files, tests }: PlaywrightTimes, most: number) {
  const columns = ['setup', 'load', 'expect', 'wait', 'act', 'request', 'evaluate'] as const;
  const all = [
    'all',
    sum(files, (file) => file.tests),
    sum(files, ({ totalSeconds }) => totalSeconds),
    ...columns.map((kind) => sum(files, (file) => file[kind])),
  ];
  const rows = slowest(files, ({ totalSeconds }) => totalSeconds, most).map((file) => [
    file.file,
    file.tests,
    file.totalSeconds,
    ...columns.map((kind) => file[kind]),
  ]);
  return [
    titled(`Playwright: ${round(wallSeconds)} s`, ['file', 'tests', 'seconds', ...columns], [all, ...rows]),
    titled(
      'Playwright, by test',
      ['test', 'project', 'seconds'],
      slowest(tests, ({ seconds }) => seconds, most).map(({ file, line, project, seconds }) => [
        `${file}:${line}`,
        project,
        seconds,
      ]),
    ),
  ];
}

type Cell = string | number;

/** A Markdown table below a line that says what it shows. */
function titled(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(textOf).join(' | ')} |`;
  return [`**${title}**`, '', line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join(
    '\n',
  );
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : round(cell);
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function slowest<T>(items: readonly T[], value: (item: T) => number, most: number): T[] {
  return [...items].sort((a, b) => value(b) - value(a)).slice(0, most);
}
