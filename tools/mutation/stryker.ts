import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { MutationModule } from './modules.ts';
import { resultsFolder, root, sandboxFolder } from './paths.ts';

/** A mutant that needs longer than the tests did plus this is stuck; it counts as noticed. */
const timeoutMs = 40_000;

/** The production files of a module, smallest names first; tests, screens, tables and contracts hold no decisions of theirs. */
export function listMutated(module: MutationModule): string[] {
  const left = /\.test\.tsx?$|\.tsx$|tables\.server\.ts$|contract\.ts$|calls\.ts$/;
  return listFiles(module.files).filter((file) => !left.test(file));
}

function listFiles(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Where the result of a mutated file is stored. */
export function resultFile(file: string): string {
  return path.join(resultsFolder, `${file.replaceAll('/', '__')}.json`);
}

/**
 * Tries every mutant of one file and stores the result. Mutants that were tried before, and whose code and tests are
 * the same, are not tried again.
 */
export async function mutateFile(
  file: string,
  { module, concurrency }: { module: MutationModule; concurrency: number },
): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true });
  const stryker = new Stryker({
    configFile: 'tools/mutation/stryker.config.json',
    mutate: [file],
    testFiles: listFiles(module.tests),
    incrementalFile: resultFile(file),
    tempDirName: sandboxFolder,
    concurrency,
    timeoutMS: timeoutMs,
  });
  await stryker.runMutationTest();
}
