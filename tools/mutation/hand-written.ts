import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HandWrittenList, openResults, type Verdict } from './hand-written-results.ts';
import { type HandWrittenMutant, mutate } from './mutate.ts';
import { withWorkingCopy } from './working-copy.ts';

type Print = (text: string) => void;

export type MutationOptions = {
  /** Tries only rows whose `file` or `breaks` contains this text. */
  only: string;
  /** True to run the tests on the unchanged code first. */
  baseline: boolean;
  print: Print;
};

/** Runs the tests of mutants in a copy of the repository. */
export type Runner<Row> = {
  /** Finds the rows whose tests are missing or fail on the unchanged code. */
  findBroken: (rows: readonly Row[]) => Promise<Row[]>;
  /** Runs the tests of a row whose change is in the copy. */
  run: (row: Row) => Promise<Verdict>;
};

/**
 * Tries the rows in a copy of the repository, each with the tests that must fail. Runs the tests on the unchanged code first,
 * because a test that fails there proves nothing. Skips rows that were killed before, as long as their file and tests are
 * unchanged. Returns the number of rows that are not killed.
 */
export async function tryRows<Row extends HandWrittenMutant>(
  list: HandWrittenList<Row>,
  { only, baseline, print }: MutationOptions,
  withRunner: (copy: string, work: (runner: Runner<Row>) => Promise<void>) => Promise<void>,
): Promise<number> {
  const rows = list.rows.filter(({ file, breaks }) => file.includes(only) || breaks.includes(only));
  const { resultOf, save } = openResults(list);
  const left = rows.filter((row) => resultOf(row)?.verdict !== 'killed');
  print(`\n— ${list.name}: ${rows.length - left.length} of ${rows.length} were killed before`);
  if (left.length > 0) {
    await withWorkingCopy((copy) =>
      withRunner(copy, async ({ findBroken, run }) => {
        const broken = baseline ? await findBroken(left) : [];
        for (const row of left) {
          const verdict = broken.includes(row)
            ? ({ verdict: 'not tried' } as const)
            : await withChange(copy, row, () => run(row));
          save(row, verdict, copy);
          print(`${verdict.verdict}: ${row.breaks}${killerOf(verdict)}`);
        }
      }),
    );
  }
  return reportRows({ ...list, rows }, print);
}

/** Prints the stored results of the rows. Returns the number of rows that are not killed. */
export function reportRows<Row extends HandWrittenMutant>(
  list: HandWrittenList<Row>,
  print: Print,
  withKilled = false,
): number {
  const { rows, name } = list;
  const { resultOf } = openResults(list);
  const alive = rows.filter((row) => resultOf(row)?.verdict !== 'killed');
  print(`\n${name}: ${rows.length - alive.length} of ${rows.length} hand-written mutants are killed`);
  for (const row of withKilled ? rows : alive) {
    const result = resultOf(row);
    print(`  ${result?.verdict ?? 'not yet run'}: ${row.breaks} (${row.file})${killerOf(result)}`);
  }
  return alive.length;
}

const killerOf = (result: Verdict | undefined) =>
  result?.killedBy === undefined ? '' : ` (by “${result.killedBy}”)`;

async function withChange<T>(copy: string, row: HandWrittenMutant, work: () => Promise<T>): Promise<T> {
  const file = path.join(copy, row.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(source, row));
  try {
    return await work();
  } finally {
    writeFileSync(file, source);
  }
}
