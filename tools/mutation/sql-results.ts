import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root, workFolder } from './paths.ts';
import type { SqlMutant } from './sql-mutants.ts';

/** `not tried`: its tests fail without it too, or are not there. */
const Verdict = z.object({
  verdict: z.enum(['killed', 'survived', 'not tried']),
  /** The test that noticed. */
  by: z.string().optional(),
});
type Verdict = z.infer<typeof Verdict>;

const Stored = z.record(z.string(), Verdict);
const file = path.join(workFolder, 'sql.json');

/** What became of the hand-written mutants, stored at once, so that an interrupted run goes on where it stopped. */
export function openSqlResults() {
  const stored = existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return {
    /** `undefined` when it was not tried since it, its file or its tests have changed. */
    verdictOf: (mutant: SqlMutant) => stored[fingerprintOf(mutant, root)]?.verdict,
    /** `folder`: the repository as it was tried; ours may have changed meanwhile. */
    keep(mutant: SqlMutant, verdict: Verdict, folder: string) {
      stored[fingerprintOf(mutant, folder)] = verdict;
      mkdirSync(workFolder, { recursive: true });
      writeFileSync(file, JSON.stringify(stored, undefined, 1));
    },
  };
}

/** The mutant, its file, and the tests that must notice: what else stands beside these decides nothing. */
function fingerprintOf(mutant: SqlMutant, folder: string): string {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const tests = mutant.tests.map((name) => testsNamed(read(name), mutant.title));
  return createHash('sha256')
    .update(JSON.stringify([mutant, read(mutant.file), tests]))
    .digest('hex');
}

/** The parts of a test file that have this title; all of it where the title is put together from values. */
export function testsNamed(source: string, title: string): string {
  const named = source.split(/^(?=\s*it(?:\.for|\.each)?\()/m).filter((part) => part.includes(title));
  return named.length > 0 ? named.join('') : source;
}
