import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { HandWrittenMutant } from './mutate.ts';
import { root, workFolder } from './paths.ts';

/** `not tried`: the row's tests are missing, or they also fail on the unchanged code. */
const Verdict = z.object({
  verdict: z.enum(['killed', 'survived', 'not tried']),
  /** The test that failed. */
  killedBy: z.string().optional(),
});
export type Verdict = z.infer<typeof Verdict>;

const Stored = z.record(z.string(), Verdict);

/** A list of hand-written mutants. `name` is also the name of its results file. */
export type HandWrittenList<Row extends HandWrittenMutant> = {
  name: 'sql' | 'screens';
  rows: readonly Row[];
  /** The test files in which a test must fail for the row, and a part of the title of these tests. */
  testsOf: (row: Row) => { files: readonly string[]; title: string };
};

/** Reads the results of the rows. Each result is saved at once, so that an interrupted run can be continued. */
export function openResults<Row extends HandWrittenMutant>({ name, testsOf }: HandWrittenList<Row>) {
  const file = path.join(workFolder, `${name}.json`);
  const stored = existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return {
    /** Finds the result of a row. Returns undefined if the row, its file or its tests have changed since the result was saved. */
    resultOf: (row: Row) => stored[fingerprintOf(row, root)],
    /** Saves a result. `folder` is the copy in which the row was tried, because the repository may have changed since then. */
    save(row: Row, verdict: Verdict, folder: string) {
      stored[fingerprintOf(row, folder)] = verdict;
      mkdirSync(workFolder, { recursive: true });
      writeFileSync(file, JSON.stringify(stored, undefined, 1));
    },
  };

  /** Hashes the row, its file and its tests. */
  function fingerprintOf(row: Row, folder: string): string {
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const { files, title } = testsOf(row);
    const tests = files.map((name) => sourceOfTests(read(name), title));
    return createHash('sha256')
      .update(JSON.stringify([row, read(row.file), tests]))
      .digest('hex');
  }
}

/** Returns the parts of a test file with this title. If the title is composed of values, returns the whole file. */
export function sourceOfTests(source: string, title: string): string {
  const named = source.split(/^(?=\s*it(?:\.for|\.each)?\()/m).filter((part) => part.includes(title));
  return named.length > 0 ? named.join('') : source;
}
