/**
 * Selects the tests of `npm run test:quick`, by four rules:
 * 1. A changed table, migration, seed, configuration, start script, composition root or test helper affects all tests.
 * 2. A test is affected if it has changed, or if a file that it imports has changed. Imports are not followed through the
 * composition root and, for a file of a module, not through test helpers. Otherwise any change of a module would select almost
 * all database test files, as `vitest related` does.
 * 3. The tests in the folder of a changed file are affected, and those beside `app.server.ts` for a file that it imports. For a
 * file without any test, the tests in the folders of its importers are affected.
 * 4. A changed end-to-end test runs. For a changed screen or style sheet, the end-to-end test whose name is closest to its path
 * runs.
 * At most {@link maxDatabaseTests} of the affected database tests run. Tests in the folder of a changed file run first, then one
 * test of each module after the other.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listCode } from './source.ts';

/**
 * The test files to run. `allTestsReason` names the file and the kind of change that affects all tests. `deferredCount` is the
 * number of affected test files that do not run.
 */
export type Selection = {
  allTestsReason?: string;
  tests: string[];
  deferredCount: number;
  endToEndTest?: string;
};

/**
 * The selection and the changed files. `against` is the branch to which the files are compared, or undefined without git or
 * `main`.
 */
export type QuickPlan = Selection & { against?: string; changed: string[] };

/** Maps each file to the files that it imports, or to the files that import it. */
export type Graph = Map<string, string[]>;

const compositionRoot = /^app\/((app|api|start-up)\.server|server|routes)\.ts$/;
const wideChanges: [RegExp, string][] = [
  [/^migrations\/|\.sql$|tables\.server\.ts$/, 'a table or its SQL'],
  [/^seeds\//, 'a seed'],
  [/^(package(-lock)?\.json|tsconfig[^/]*\.json|[^/]+\.config\.ts)$/, 'the configuration'],
  [/^scripts\/[^/]+\.mjs$/, 'a start script'],
  [compositionRoot, 'the composition root'],
  [/^tests\/(?!e2e\/|security\/)/, 'a test helper'],
];

/** Maximum number of database tests. They take half a minute. */
const maxDatabaseTests = 40;

const isEndToEndTest = (file: string) => file.endsWith('.spec.ts');
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/e2e/');
const isDatabaseTest = (file: string) => /\.(db|both-databases)\.test\.ts$/.test(file);
const isShared = (file: string) => /^(app\/foundation|tests)\//.test(file);
const isHelper = (file: string) => /^(seeds|tests)\//.test(file) && !isTest(file) && !isEndToEndTest(file);
const folderOf = path.posix.dirname;

/** Selects the tests for the changed files. `imports` need not contain these files. */
export function selectTests(imports: Graph, changed: string[]): Selection {
  const importers: Graph = new Map();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const importersOf = (file: string) => importers.get(file) ?? [];

  for (const file of changed.filter((one) => !isTest(one)))
    for (const [pattern, what] of wideChanges)
      if (pattern.test(file))
        return {
          allTestsReason: `${file} is ${what}`,
          ...limit([...imports.keys()].filter(isTest), changed.map(folderOf)),
        };

  const affected = new Set<string>();
  const endToEndTests: string[] = [];
  for (const file of changed) {
    const dependents = new Set([file]);
    for (const one of dependents) {
      if (compositionRoot.test(one) || (isHelper(one) && !isShared(file))) continue;
      for (const importer of importersOf(one)) dependents.add(importer);
    }
    const beside = importersOf(file).filter((one) => one === 'app/app.server.ts');
    const folders = isTest(file) || isEndToEndTest(file) ? [] : [file, ...beside].map(folderOf);
    const find = (inFolders: string[]) =>
      [...imports.keys()].filter(
        (one) => isTest(one) && (dependents.has(one) || inFolders.includes(folderOf(one))),
      );
    const found = find(folders);
    const isWithoutTest = found.length === 0 && folders.length > 0;
    for (const test of isWithoutTest ? find(importersOf(file).map(folderOf)) : found) affected.add(test);
    if (file.startsWith('tests/e2e/'))
      endToEndTests.push(...[...dependents].filter((one) => imports.has(one) && isEndToEndTest(one)));
  }
  for (const file of changed.filter((one) => /\.(tsx|css)$/.test(one) && !isTest(one)))
    endToEndTests.push(
      ...closestEndToEndTest([...imports.keys()].filter(isEndToEndTest), [file], importersOf),
    );
  const [endToEndTest] = endToEndTests;
  return { ...limit([...affected].sort(), changed.map(folderOf)), ...(endToEndTest && { endToEndTest }) };
}

/** Limits the database tests to {@link maxDatabaseTests}, starting with those in the folders `nearest`. */
function limit(tests: string[], nearest: string[]): Pick<Selection, 'tests' | 'deferredCount'> {
  const isNear = (file: string) => nearest.includes(folderOf(file));
  const [far, near] = [false, true].map((expected) =>
    tests.filter((file) => isDatabaseTest(file) && isNear(file) === expected),
  );
  const modules = [...Map.groupBy(far ?? [], (file) => file.split('/')[1]).values()];
  const alternating = (far ?? []).flatMap((_, nth) => modules.flatMap((files) => files[nth] ?? []));
  const run = new Set([...(near ?? []), ...alternating].slice(0, maxDatabaseTests));
  const selected = tests.filter((file) => !isDatabaseTest(file) || run.has(file));
  return { tests: selected, deferredCount: tests.length - selected.length };
}

/**
 * Finds the end-to-end test whose name shares the most words with the paths of `screens`. Without such a test, compares the paths
 * of the files that import the screens.
 */
function closestEndToEndTest(
  endToEndTests: string[],
  screens: string[],
  importersOf: (file: string) => string[],
  visited = new Set<string>(),
): string[] {
  const tokens = (text: string) => text.split(/[/-]/).map((token) => token.replace(/s$/, ''));
  const kinds = ['foundation', 'ui', 'page', 'form', 'panel', 'part', 'list', 'state', 'view'];
  const own = new Set(
    screens.flatMap((file) => tokens(file.replace(/^\w+\/|(\.server)?\.(tsx?|css)$/g, ''))),
  );
  for (const kind of kinds) own.delete(kind);
  const scored = endToEndTests.map((endToEndTest) => {
    const name = tokens(path.posix.basename(endToEndTest, '.spec.ts'));
    const shared = name.filter((token) => own.has(token)).length;
    return { endToEndTest, share: shared / name.length, shared };
  });
  const [best] = scored.toSorted((a, b) => b.share - a.share || b.shared - a.shared);
  if (best && best.shared > 0) return [best.endToEndTest];
  for (const file of screens) visited.add(file);
  const importers = screens.flatMap(importersOf).filter((file) => !visited.has(file));
  return importers.length > 0 ? closestEndToEndTest(endToEndTests, importers, importersOf, visited) : [];
}

/** Reads the imports of all code files, except type imports. The path of a started script or worker counts as an import. */
export function readImports(root: string): Graph {
  const files = new Set(listCode(root, 'app', 'sandbox', 'seeds', 'tests', 'scripts', 'tools'));
  const named = /(\b(?:import|export)\s+type\b[^;'"]*?from\s*)?['"]([\w./-]+\.(?:tsx?|mjs))['"]/g;
  const targets = (file: string) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(named)]
      .flatMap(([, type, to = '']) => (type ? [] : path.posix.join(folderOf(file), to)))
      .filter((target) => target !== file && files.has(target));
  return new Map([...files].map((file) => [file, targets(file)]));
}

/** Lists the files that differ from the merge base with `main` (or `origin/main`), including uncommitted and removed files. */
export function readChange(root: string): { against: string; changed: string[] } | undefined {
  const git = (...args: string[]) => {
    const { GIT_DIR: _folder, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', env });
    return status === 0 ? stdout : undefined;
  };
  const against = ['main', 'origin/main'].find((one) => git('rev-parse', '--verify', '--quiet', one));
  if (against === undefined) return undefined;
  const base = git('merge-base', against, 'HEAD')?.trim() ?? against;
  const tracked = git('diff', '--name-only', '--no-renames', '--relative', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  const files = `${tracked ?? ''}${untracked ?? ''}`.split('\0').filter(Boolean);
  return { against, changed: [...new Set(files)].sort() };
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  // Without a branch to compare to, every file may have changed.
  const change = readChange(root) ?? { changed: ['package.json'] };
  const plan: QuickPlan = { ...change, ...selectTests(readImports(root), change.changed) };
  process.stdout.write(JSON.stringify(plan));
}
