/**
 * Mutation testing: changes the code in small ways, and looks whether a test notices. See docs/mutation.md.
 *
 *     npm run test:mutation -- stock             one module, or several
 *     npm run test:mutation -- sql               the hand-written mutants
 *     npm run test:mutation -- screens           the small faults of screens
 *     npm run test:mutation                      all of them, one after the other
 *     npm run test:mutation -- --report          what the stored results say, without a run
 */
import { parseArgs } from 'node:util';
import { removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { reportRows } from './hand-written.ts';
import { type MutationModule, modules } from './modules.ts';
import { readModule, scoreOf } from './results.ts';
import { screenList } from './screen-mutants.ts';
import { tryScreenFaults } from './screen-runner.ts';
import { withSeededDatabase } from './seed-database.ts';
import { sqlList } from './sql-mutants.ts';
import { trySqlMutants } from './sql-runner.ts';
import { listMutated, mutateFile } from './stryker.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    /** How many mutants are tried at the same time. */
    concurrency: { type: 'string', default: '2' },
    report: { type: 'boolean', default: false },
    /** Of the changes written by hand, or of a module's files, only those with this in their name or file. */
    only: { type: 'string', default: '' },
    /** `--no-baseline`: the tests of the changes written by hand are known to pass as the code stands. */
    baseline: { type: 'boolean', default: true },
  },
});

const known = [...modules.map(({ name }) => name), sqlList.name, screenList.name];
const wanted = positionals.length > 0 ? positionals : known;
const unknown = wanted.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  print(`There is no module ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exitCode = 1;
} else if (values.report) {
  for (const module of chosen()) printModule(module);
  if (wanted.includes('sql')) reportRows(sqlList, print);
  if (wanted.includes('screens')) reportRows(screenList, print, true);
} else {
  removeStaleTempFolders();
  for (const module of chosen()) await mutateModule(module);
  const { only, baseline } = values;
  const requested = { only, baseline, print };
  let survived = 0;
  if (wanted.includes('sql'))
    survived += await withSeededDatabase((database) => trySqlMutants(database, requested));
  if (wanted.includes('screens')) survived += await tryScreenFaults(requested);
  if (survived > 0) process.exitCode = 1;
}

function chosen(): MutationModule[] {
  return modules.filter(({ name }) => wanted.includes(name));
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
  print(`\n${name}: ${killed} of ${mutants} mutants killed (${scoreOf(result)}), ${ignored} left out`);
  if (untested.length > 0)
    print(`  not yet run: ${untested.length} of ${files} files (${untested.join(', ')})`);
  for (const { file, line, mutator, original, mutated } of survivors)
    print(`  ${file}:${line} ${mutator}: ${original} → ${mutated}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
