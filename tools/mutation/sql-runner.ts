import path from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { type MutationOptions, type Runner, tryRows } from './hand-written.ts';
import type { Verdict } from './hand-written-results.ts';
import { databaseVariable } from './paths.ts';
import { withSeededDatabase } from './seed-database.ts';
import { type SqlMutant, sqlList } from './sql-mutants.ts';

/** Tries the hand-written mutants of guards in SQL. Returns the number of mutants that are not killed. */
export function trySqlMutants(database: string, requested: MutationOptions): Promise<number> {
  process.env[databaseVariable] = database;
  return tryRows(sqlList, requested, (copy, work) =>
    withVitest(copy, (vitest) =>
      work({
        findBroken: (mutants) => findBroken(vitest, mutants, requested.print),
        run: (mutant) => tryMutant(vitest, copy, mutant),
      } satisfies Runner<SqlMutant>),
    ),
  );
}

async function withVitest(copy: string, work: (vitest: Vitest) => Promise<void>): Promise<void> {
  const vitest = await createVitest('test', {
    root: copy,
    config: path.join(copy, 'tools/mutation/sql.vitest.config.ts'),
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    teardownTimeout: 60_000,
  });
  try {
    await work(vitest);
  } finally {
    await vitest.close();
  }
}

/** Finds the mutants whose tests are missing, or fail on the unchanged code. */
async function findBroken(
  vitest: Vitest,
  mutants: readonly SqlMutant[],
  print: MutationOptions['print'],
): Promise<SqlMutant[]> {
  const engines = Map.groupBy(mutants, engineOf);
  const broken: SqlMutant[] = [];
  for (const [engine, some] of engines) {
    const titles = some.map(({ title }) => title);
    const tests = [...new Set(some.flatMap((mutant) => mutant.tests))];
    const ran = await runTests(vitest, { engine, tests, titles });
    for (const { name } of ran.filter(({ failed }) => failed))
      print(`fails on the unchanged code: “${name}”`);
    for (const mutant of some) {
      const ownTests = ran.filter(({ name }) => name.includes(mutant.title));
      if (ownTests.length === 0 || ownTests.some(({ failed }) => failed)) broken.push(mutant);
    }
  }
  return broken;
}

async function tryMutant(vitest: Vitest, copy: string, mutant: SqlMutant): Promise<Verdict> {
  const file = path.join(copy, mutant.file);
  vitest.invalidateFile(file);
  const run = () =>
    runTests(vitest, { engine: engineOf(mutant), tests: mutant.tests, titles: [mutant.title] });
  try {
    const ran = await (isSchema(mutant) ? withMigrationsOf(vitest, copy, run) : run());
    const by = ran.find(({ failed }) => failed)?.name;
    if (ran.length === 0) return { verdict: 'not tried', killedBy: by };
    return { verdict: by === undefined ? 'survived' : 'killed', killedBy: by };
  } catch (error) {
    // A migration with a syntax error proves nothing.
    return { verdict: 'not tried', killedBy: error instanceof Error ? error.message : String(error) };
  } finally {
    vitest.invalidateFile(file);
  }
}

const isSchema = ({ file }: SqlMutant) => file.startsWith('migrations/');
const needsDatabase = ({ tests }: SqlMutant) =>
  tests.some((file) => /\.(db|both-databases)\.test\./.test(file));

/** Returns the Vitest project of the mutant's tests. */
function engineOf(mutant: SqlMutant): string {
  if (isSchema(mutant)) return 'embedded';
  return needsDatabase(mutant) ? 'postgres' : 'rules';
}

/** Runs `work` with a database that the changed migrations have created. */
async function withMigrationsOf<T>(vitest: Vitest, copy: string, work: () => Promise<T>): Promise<T> {
  const project = vitest.getProjectByName('embedded');
  const usual = project.getProvidedContext().seededWorld;
  return withSeededDatabase(
    async (folder) => {
      project.provide('seededWorld', { engine: 'embedded', folder });
      try {
        return await work();
      } finally {
        project.provide('seededWorld', usual);
      }
    },
    path.join(copy, 'migrations'),
  );
}

type Run = { engine: string; tests: readonly string[]; titles: readonly string[] };

/** Runs tests. Returns the tests that ran, by their full names. */
async function runTests(vitest: Vitest, { engine, tests, titles }: Run) {
  const exact = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  vitest.setGlobalTestNamePattern(new RegExp(exact.join('|')));
  vitest.state.filesMap.clear();
  const found = await vitest.globTestSpecifications([...tests]);
  const { testModules } = await vitest.runTestSpecifications(
    found.filter(({ project }) => project.name === engine),
  );
  return testModules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => {
      const { state } = test.result();
      return state === 'passed' || state === 'failed'
        ? [{ name: test.fullName, failed: state === 'failed' }]
        : [];
    }),
  );
}
