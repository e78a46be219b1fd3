import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { HandWrittenMutant } from './mutate.ts';
import { root, workFolder } from './paths.ts';

/** `not tried`: its tests fail without it too, or are not there. */
const Verdict = z.object({
  verdict: z.enum(['killed', 'survived', 'not tried']),
  /** The test that noticed. */
  killedBy: z.string().optional(),
});
export type Verdict = z.infer<typeof Verdict>;

const Stored = z.record(z.string(), Verdict);

/** A list of changes written by hand, and where its results are stored. */
export type HandWrittenList<Row extends HandWrittenMutant> = {
  name: 'sql' | 'screens';
  rows: readonly Row[];
  /** The test files that must notice the row, and a text that stands in the titles of these tests. */
  testsOf: (row: Row) => { files: readonly string[]; title: string };
};

/** Reads what became of the rows, and stores it at once, so that an interrupted run goes on where it stopped. */
export function openResults<Row extends HandWrittenMutant>({ name, testsOf }: HandWrittenList<Row>) {
  const file = path.join(workFolder, `${name}.json`);
  const stored = existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return {
    /** `undefined` when it was not tried since it, its file or its tests have changed. */
    resultOf: (row: Row) => stored[fingerprintOf(row, root)],
    /** `folder`: the repository as it was tried; ours may have changed meanwhile. */
    keep(row: Row, verdict: Verdict, folder: string) {
      stored[fingerprintOf(row, folder)] = verdict;
      mkdirSync(workFolder, { recursive: true });
      writeFileSync(file, JSON.stringify(stored, undefined, 1));
    },
  };

  /** The row, its file, and the tests that must notice: what else stands beside these decides nothing. */
  function fingerprintOf(row: Row, folder: string): string {
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const { files, title } = testsOf(row);
    const tests = files.map((name) => sourceOfTests(read(name), title));
    return createHash('sha256')
      .update(JSON.stringify([row, read(row.file), tests]))
      .digest('hex');
  }
}

/** The parts of a test file that have this title; all of it where the title is put together from values. */
export function sourceOfTests(source: string, title: string): string {
  const named = source.split(/^(?=\s*it(?:\.for|\.each)?\()/m).filter((part) => part.includes(title));
  return named.length > 0 ? named.join('') : source;
}
