/**
 * Mutation testing: makes small changes to the code and checks whether a test fails. See docs/mutation.md.
 *
 *     npm run test:mutation -- stock             one or several modules
 *     npm run test:mutation -- sql               the hand-written mutants of guards in SQL
 *     npm run test:mutation -- screens           the hand-written mutants of screens
 *     npm run test:mutation                      all of them, one after the other
 *     npm run test:mutation -- --report          prints the stored results, without a run
 */
import { parseArgs } from 'node:util';
import { removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { reportRows } from './hand-written.ts';
import { type MutationModule, modules } from './modules.ts';
import { readModule, scoreOf } from './results.ts';
import { screenList } from './screen-mutants.ts';
import { tryScreenMutants } from './screen-runner.ts';
import { withSeededDatabase } from './seed-database.ts';
import { sqlList } from './sql-mutants.ts';
import { trySqlMutants } from './sql-runner.ts';
import { listMutated, mutateFile } from './stryker.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    /** Number of mutants that are tried at the same time. */
    concurrency: { type: 'string', default: '2' },
    report: { type: 'boolean', default: false },
    /** Tries only hand-written mutants whose name or file contains this text, and module files whose path contains it. */
    only: { type: 'string', default: '' },
    /** Runs the tests of the hand-written mutants on the unchanged code first. `--no-baseline` turns this off. */
    baseline: { type: 'boolean', default: true },
  },
});

const known = [...modules.map(({ name }) => name), sqlList.name, screenList.name];
const selected = positionals.length > 0 ? positionals : known;
const unknown = selected.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  print(`Unknown module: ${unknown.join(', ')}. The modules are ${known.join(', ')}.`);
  process.exitCode = 1;
} else if (values.report) {
  for (const module of selectedModules()) printModule(module);
  if (selected.includes('sql')) reportRows(sqlList, print);
  if (selected.includes('screens')) reportRows(screenList, print, true);
} else {
  removeStaleTempFolders();
  for (const module of selectedModules()) await mutateModule(module);
  const { only, baseline } = values;
  const requested = { only, baseline, print };
  let survived = 0;
  if (selected.includes('sql'))
    survived += await withSeededDatabase((database) => trySqlMutants(database, requested));
  if (selected.includes('screens')) survived += await tryScreenMutants(requested);
  if (survived > 0) process.exitCode = 1;
}

function selectedModules(): MutationModule[] {
  return modules.filter(({ name }) => selected.includes(name));
}

async function mutateModule(module: MutationModule): Promise<void> {
  const files = listMutated(module).filter((file) => file.includes(values.only));
  for (const file of files) {
    print(`\n— ${module.name}: ${file}`);
    await mutateFile(file, { module, concurrency: Number(values.concurrency) });
  }
  printModule(module);
}

function printModule(module: MutationModule): void {
  const result = readModule(module);
  const { name, files, mutants, killed, ignored, survivors, untested } = result;
  print(`\n${name}: ${killed} of ${mutants} mutants killed (${scoreOf(result)}), ${ignored} ignored`);
  if (untested.length > 0)
    print(`  not yet run: ${untested.length} of ${files} files (${untested.join(', ')})`);
  for (const { file, line, mutator, original, mutated } of survivors)
    print(`  ${file}:${line} ${mutator}: ${original} → ${mutated}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
