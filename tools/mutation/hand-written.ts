import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HandWrittenList, openResults, type Verdict } from './hand-written-results.ts';
import { type HandWrittenMutant, mutate } from './mutate.ts';
import { withWorkingCopy } from './working-copy.ts';

type Print = (text: string) => void;

export type MutationOptions = {
  /** Only rows with this in their file or in what they break. */
  only: string;
  /** Whether the tests run without any change first. */
  baseline: boolean;
  print: Print;
};

/** Runs the tests of the rows in a copy of the repository. */
export type Runner<Row> = {
  /** The rows whose tests fail without any change, or are not there. */
  findBroken: (rows: readonly Row[]) => Promise<Row[]>;
  /** The row's change is in the copy while this runs. */
  run: (row: Row) => Promise<Verdict>;
};

/**
 * Tries the rows in a copy of the repository, each with the tests that must notice. These run without any change first:
 * what fails by itself proves nothing. A row that was killed before is not tried again while its file and its
 * tests are the same. Returns how many rows are not killed.
 */
export async function tryRows<Row extends HandWrittenMutant>(
  list: HandWrittenList<Row>,
  { only, baseline, print }: MutationOptions,
  withRunner: (copy: string, work: (runner: Runner<Row>) => Promise<void>) => Promise<void>,
): Promise<number> {
  const rows = list.rows.filter(({ file, breaks }) => file.includes(only) || breaks.includes(only));
  const { resultOf, keep } = openResults(list);
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
          keep(row, verdict, copy);
          print(`${verdict.verdict}: ${row.breaks}${byWhom(verdict)}`);
        }
      }),
    );
  }
  return reportRows({ ...list, rows }, print);
}

/** Prints what the stored results know of these rows. Returns how many are not killed. */
export function reportRows<Row extends HandWrittenMutant>(
  list: HandWrittenList<Row>,
  print: Print,
  withKilled = false,
): number {
  const { rows, name } = list;
  const { resultOf } = openResults(list);
  const alive = rows.filter((row) => resultOf(row)?.verdict !== 'killed');
  print(`\n${name}: ${rows.length - alive.length} of ${rows.length} changes written by hand are noticed`);
  for (const row of withKilled ? rows : alive) {
    const result = resultOf(row);
    print(`  ${result?.verdict ?? 'not yet run'}: ${row.breaks} (${row.file})${byWhom(result)}`);
  }
  return alive.length;
}

const byWhom = (result: Verdict | undefined) =>
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
