import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import drizzle from '../drizzle.config.ts';
import playwright from '../playwright.config.ts';
import engines from '../tests/e2e/engines/vitest.config.ts';
import mutation from '../tools/mutation/vitest.config.ts';
import vitest from '../vitest.config.ts';
import { figures } from './figures.ts';
import { listBounded } from './module-boundaries.ts';
import { listMeasured, listWithoutEscapes } from './sizes.ts';

const root = path.dirname(import.meta.dirname);

/** How many files, tables and names each tool sees with its patterns, by what is counted. */
export function countSeen(): Record<string, number> {
  const tables = listed(drizzle.schema);
  return {
    ...countProjects('vitest', vitest),
    ...countProjects('vitest in browsers', engines),
    ...countProjects('vitest for mutants', mutation),
    'playwright files': globSync(`${playwright.testDir}/**/*.spec.ts`, { cwd: root }).length,
    'drizzle files with tables': tables.length,
    'drizzle tables': tables.reduce((sum, file) => sum + countTables(read(file)), 0),
    'files formatted and linted': biomeFiles(),
    'files with checked types': inputFiles(),
    'files with checked imports': listBounded(root).length,
    'files with counted lines': listMeasured(root).length,
    'files without escapes': listWithoutEscapes(root).length,
    'files in the image': imageFiles(),
    'rows of endpoint tables': figures.endpoints?.(root) ?? 0,
    requirements: figures.requirements?.(root) ?? 0,
    'requirements in titles': figures['requirements-in-titles']?.(root) ?? 0,
  };
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const countTables = (text: string) => text.match(/\bpgTable\(/g)?.length ?? 0;

function listed(patterns: string | string[] | undefined): string[] {
  return patterns === undefined ? [] : globSync(patterns, { cwd: root });
}

const matches = (file: string, patterns: readonly string[]) =>
  patterns.some((pattern) => path.posix.matchesGlob(file, pattern));

function countProjects(tool: string, { test }: ViteUserConfig): Record<string, number> {
  const counts = (test?.projects ?? []).flatMap((project): [string, number][] => {
    if (typeof project !== 'object' || !('test' in project) || !project.test) return [];
    const { name, include = [], exclude = [] } = project.test;
    const files = listed(include).filter((file) => !matches(file.split(path.sep).join('/'), exclude));
    return typeof name === 'string' ? [[`${tool}: ${name}`, new Set(files).size]] : [];
  });
  return Object.fromEntries(counts);
}

/** As Biome itself says: `Checked 1323 files in 870ms.` */
function biomeFiles(): number {
  const { stdout, stderr } = run('biome', 'format', '.', '--max-diagnostics=1');
  return Number(/Checked (\d+) files/.exec(stdout + stderr)?.[1] ?? 0);
}

/** As the compiler lists them, without packages and without what is generated. */
function inputFiles(): number {
  const files = run('tsc', '--listFilesOnly').stdout.split('\n');
  return files.filter((file) => file !== '' && !/node_modules|\.react-router/.test(file)).length;
}

function run(program: string, ...args: string[]) {
  const done = spawnSync(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (done.error) throw done.error;
  return done;
}

/** The files under version control that `.dockerignore` leaves in. */
function imageFiles(): number {
  const left = read('.dockerignore').split('\n').filter(Boolean);
  const isLeftOut = (file: string) =>
    left.some((one) => path.posix.matchesGlob(file, one) || file.startsWith(`${one}/`));
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => file !== '' && !isLeftOut(file)).length;
}
