import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { mutate } from './mutate.ts';
import { databaseVariable } from './paths.ts';
import { withSeededDatabase } from './seed-database.ts';
import { type SqlMutant, sqlMutants } from './sql-mutants.ts';
import { openSqlResults } from './sql-results.ts';
import { withWorkingCopy } from './working-copy.ts';

type Asked = {
  database: string;
  only: string;
  /** Whether the tests run without any mutant first. */
  baseline: boolean;
  say: (text: string) => void;
};

/**
 * Tries the hand-written mutants in a copy of the repository, each with the tests that must notice. These run without any
 * mutant first: what fails by itself proves nothing. A mutant that was killed before is not tried again while its file
 * and its tests are the same. Answers how many mutants are not killed.
 */
export async function trySqlMutants({ database, only, baseline, say }: Asked): Promise<number> {
  const requested = sqlMutants.filter(({ file, breaks }) => file.includes(only) || breaks.includes(only));
  const results = openSqlResults();
  const left = requested.filter((mutant) => results.verdictOf(mutant) !== 'killed');
  say(`\n— sql: ${requested.length - left.length} of ${requested.length} were killed before`);
  process.env[databaseVariable] = database;
  if (left.length > 0) {
    await withWorkingCopy((copy) =>
      withVitest(copy, async (vitest) => {
        const broken = baseline ? await findBroken(vitest, left, say) : [];
        for (const mutant of left) {
          const verdict = broken.includes(mutant)
            ? ({ verdict: 'not tried', by: undefined } as const)
            : await tryMutant(vitest, copy, mutant);
          results.keep(mutant, verdict, copy);
          const by = verdict.by === undefined ? '' : ` (by “${verdict.by}”)`;
          say(`${verdict.verdict}: ${mutant.breaks}${by}`);
        }
      }),
    );
  }
  return reportSqlMutants(requested, say);
}

/** Says what the stored results know of these mutants. Answers how many are not killed. */
export function reportSqlMutants(mutants: readonly SqlMutant[], say: Asked['say']): number {
  const { verdictOf } = openSqlResults();
  const alive = mutants.filter((mutant) => verdictOf(mutant) !== 'killed');
  say(`\nsql: ${mutants.length - alive.length} of ${mutants.length} hand-written mutants killed`);
  for (const mutant of alive)
    say(`  ${verdictOf(mutant) ?? 'not yet run'}: ${mutant.breaks} (${mutant.file})`);
  return alive.length;
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

/** Those whose tests fail without them, or are not there. */
async function findBroken(
  vitest: Vitest,
  mutants: readonly SqlMutant[],
  say: Asked['say'],
): Promise<SqlMutant[]> {
  const engines = Map.groupBy(mutants, engineOf);
  const broken: SqlMutant[] = [];
  for (const [engine, some] of engines) {
    const titles = some.map(({ title }) => title);
    const tests = [...new Set(some.flatMap((mutant) => mutant.tests))];
    const ran = await runTests(vitest, { engine, tests, titles });
    for (const { name } of ran.filter(({ failed }) => failed)) say(`fails without any mutant: “${name}”`);
    for (const mutant of some) {
      const its = ran.filter(({ name }) => name.includes(mutant.title));
      if (its.length === 0 || its.some(({ failed }) => failed)) broken.push(mutant);
    }
  }
  return broken;
}

async function tryMutant(vitest: Vitest, copy: string, mutant: SqlMutant) {
  const file = path.join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(source, mutant));
  vitest.invalidateFile(file);
  const run = () =>
    runTests(vitest, { engine: engineOf(mutant), tests: mutant.tests, titles: [mutant.title] });
  try {
    const ran = await (isSchema(mutant) ? withMigrationsOf(vitest, copy, run) : run());
    const by = ran.find(({ failed }) => failed)?.name;
    if (ran.length === 0) return { verdict: 'not tried', by } as const;
    return { verdict: by === undefined ? 'survived' : 'killed', by } as const;
  } catch (error) {
    // A migration that cannot run at all is no mutant.
    return { verdict: 'not tried', by: error instanceof Error ? error.message : String(error) } as const;
  } finally {
    writeFileSync(file, source);
    vitest.invalidateFile(file);
  }
}

const isSchema = ({ file }: SqlMutant) => file.startsWith('migrations/');
const needsDatabase = ({ tests }: SqlMutant) =>
  tests.some((file) => /\.(db|both-databases)\.test\./.test(file));

/** The project of the tests that must notice. */
function engineOf(mutant: SqlMutant): string {
  if (isSchema(mutant)) return 'embedded';
  return needsDatabase(mutant) ? 'postgres' : 'rules';
}

/** A changed migration needs a database of its own. */
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

/** The tests that ran, by their full names. */
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
