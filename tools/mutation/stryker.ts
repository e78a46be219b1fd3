import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { MutationModule } from './modules.ts';
import { resultsFolder, root, sandboxFolder } from './paths.ts';

/** Timeout in milliseconds, added to the time of the unchanged code. A slower mutant counts as killed. */
const timeoutMs = 40_000;

/**
 * Lists the files of a module to mutate, sorted. Leaves out tests, and screens, tables and contracts, which contain no decisions.
 */
export function listMutated(module: MutationModule): string[] {
  const excluded = /\.test\.tsx?$|\.tsx$|tables\.server\.ts$|contract\.ts$|calls\.ts$/;
  return listFiles(module.files).filter((file) => !excluded.test(file));
}

function listFiles(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Returns the path of the stored result of a mutated file. */
export function resultFile(file: string): string {
  return path.join(resultsFolder, `${file.replaceAll('/', '__')}.json`);
}

/**
 * Tries every mutant of a file and stores the result. Skips mutants that were tried before, if their code and tests are
 * unchanged.
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
